import { defineConfig } from "vite";

export default defineConfig({
  // The page may lie at any path of a server.
  base: "./",
  // `public/` holds what is copied as it is.
  build: {
    // Where the server embeds it from; inside its crate, so that the crate can be published.
    outDir: "../crates/queens-web/page",
    emptyOutDir: true,
    target: "es2022",
    // All is small; a data URL would need an exception in the server's content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The engine's bytes depend on the compiler that built it. With a name of its own no other
        // file depends on them, and all others can be compared byte for byte.
        assetFileNames: (asset) =>
          asset.names.some((name) => name.endsWith(".wasm"))
            ? "engine.wasm"
            : "assets/[name]-[hash][extname]",
      },
    },
  },
  worker: {
    format: "es",
    rolldownOptions: {
      output: {
        assetFileNames: (asset) =>
          asset.names.some((name) => name.endsWith(".wasm"))
            ? "engine.wasm"
            : "assets/[name]-[hash][extname]",
      },
    },
  },
});

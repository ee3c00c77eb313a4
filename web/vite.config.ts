import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { type Plugin, defineConfig } from "vite";

import { book } from "./book";

/** Writes the service worker, which keeps all files of the page: it must know their names. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    writeBundle({ dir = "" }) {
      const found = readdirSync(dir, { recursive: true, withFileTypes: true });
      const names = found
        .filter((file) => file.isFile() && file.name !== "offline.js")
        .map((file) => path.relative(dir, path.join(file.parentPath, file.name)))
        .map((name) => name.replaceAll(path.sep, "/"))
        .map((name) => (name === "index.html" ? "" : name))
        .sort();
      const hash = createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 8);
      const source = readFileSync(path.join(import.meta.dirname, "offline.js"), "utf8")
        .replace("const FILES = [];", `const FILES = ${JSON.stringify(names)};`)
        .replace('"queens";', `"queens-${hash}";`);
      writeFileSync(path.join(dir, "offline.js"), source);
    },
  };
}

export default defineConfig({
  plugins: [book(), offline()],
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

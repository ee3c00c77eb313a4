// Copies what the package has from elsewhere: the engine as WebAssembly, which `cargo xtask web` builds, and
// the licences. Runs before `npm pack`.

import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";

const here = import.meta.dirname;
const root = path.resolve(here, "../..");
const engine = path.join(root, "web/src/engine/wasm");

if (!existsSync(path.join(engine, "queens_wasm_bg.wasm"))) {
  process.stderr.write(`there is no engine in ${engine}\nrun \`cargo xtask wasm\` first\n`);
  process.exit(1);
}
mkdirSync(path.join(here, "engine"), { recursive: true });
for (const file of ["queens_wasm.js", "queens_wasm_bg.wasm"]) {
  copyFileSync(path.join(engine, file), path.join(here, "engine", file));
}
for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  copyFileSync(path.join(root, file), path.join(here, file));
}

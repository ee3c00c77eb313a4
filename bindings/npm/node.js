// For Node: the engine is read from beside this file.

import { readFileSync } from "node:fs";

import { initSync } from "./engine/queens_wasm.js";

initSync({ module: readFileSync(new URL("./engine/queens_wasm_bg.wasm", import.meta.url)) });

export * from "./puzzle.js";

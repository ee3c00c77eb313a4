// For browsers and bundlers: the engine is fetched from beside this file.

import init from "./engine/queens_wasm.js";

await init({ module_or_path: new URL("./engine/queens_wasm_bg.wasm", import.meta.url) });

export * from "./puzzle.js";

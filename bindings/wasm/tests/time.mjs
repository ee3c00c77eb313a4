// How long the engine counts, in seconds of the processor, in node: `time.mjs DIR 15:search 15:search:scalar
// 16:color`, where DIR has the engine. A measurement for people; no test runs it.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [dir, ...wanted] = process.argv.slice(2);
const wasm = await import(pathToFileURL(path.resolve(dir, "queens_wasm.js")).href);
wasm.initSync({ module: await readFile(path.join(dir, "queens_wasm_bg.wasm")) });

const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

for (const one of wanted) {
  const [n, method, kernel = ""] = one.split(":");
  const start = used();
  const count = new wasm.Count(Number(n), method, kernel, 64);
  let total = 0n;
  for (let piece = 0; piece < count.length; piece += 1) {
    total += BigInt(JSON.parse(count.count(piece)).total);
  }
  const name = kernel || count.kernel;
  count.free();
  console.log(`${n} ${method} ${name} Q(${n}) = ${total} ${(used() - start).toFixed(3)} s`);
}

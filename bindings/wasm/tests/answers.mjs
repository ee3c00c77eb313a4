// Answers the calls of calls.json by WebAssembly, in node, and compares each with what the program says
// that was compiled for this machine: `answers.mjs DIR NATIVE`, where DIR has the engine and the file
// NATIVE the answers, one line a call. Then the counts again, with the published values.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [dir, native] = process.argv.slice(2);
const wasm = await import(
  pathToFileURL(path.resolve(dir, "queens_wasm.js")).href
);
wasm.initSync({
  module: await readFile(path.join(dir, "queens_wasm_bg.wasm")),
});

function answer([name, ...given]) {
  switch (name) {
    case "orbit":
      return wasm.orbit(Uint32Array.from(given[0]));
    case "forced":
      return wasm.forced(given[0]).join(",");
    case "puzzle_generate":
      return wasm.puzzle_generate(
        given[0],
        BigInt(given[1]),
        given[2],
        given[3],
      );
    case "list": {
      const [n, limit, fundamental] = given;
      const listing = wasm.Listing.plain(n, fundamental);
      return `${listing.next(limit).join(",")} ${listing.ended}`;
    }
    case "walk": {
      const listing = wasm.Listing.completions(given[0]);
      return `${listing.skip(given[1])} ${listing.ended}`;
    }
    case "count": {
      const count = new wasm.Count(given[0], given[1], "", given[2]);
      // The host's plain kernel has the same results as that of WebAssembly's vectors.
      const kernel = count.kernel === "simd128" ? "portable" : count.kernel;
      const lines = [count.method, kernel, count.expected().join(",")];
      for (let piece = 0; piece < count.length; piece += 1)
        lines.push(count.count(piece));
      return lines.join("\n");
    }
    default:
      return wasm[name](...given);
  }
}

const calls = JSON.parse(
  await readFile(new URL("calls.json", import.meta.url), "utf8"),
);
const expected = (await readFile(native, "utf8")).trimEnd().split("\n");
assert.equal(expected.length, calls.length, "an answer a call");
for (const [i, call] of calls.entries()) {
  let said;
  try {
    said = answer(call);
  } catch (refusal) {
    if (typeof refusal !== "string") throw refusal;
    said = refusal;
  }
  // The kernel of a search decides in which order it fills rows, and so how many nodes it has.
  const kept = (text) =>
    call.includes("search") ? text.replaceAll(/,"nodes":"\d+"/g, "") : text;
  assert.equal(kept(said), kept(JSON.parse(expected[i])), JSON.stringify(call));
}

// Every size twice, by methods that share nothing.
const { total } = JSON.parse(wasm.known());
const largest = 14;
for (let n = 4; n <= largest; n += 1) {
  for (const method of ["search", "color"]) {
    const count = new wasm.Count(n, method, "", 40);
    let sum = 0n;
    for (let piece = 0; piece < count.length; piece += 1) {
      sum += BigInt(JSON.parse(count.count(piece)).total);
    }
    count.free();
    assert.equal(
      String(sum),
      total.values[n - total.first],
      `Q(${n}) by ${method}`,
    );
  }
}
console.log(
  `${calls.length} answers as on the host; Q(4) to Q(${largest}) by both methods`,
);

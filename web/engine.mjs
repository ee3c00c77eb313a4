// Builds the engine of the page, the library as WebAssembly: `node engine.mjs` writes src/engine/wasm,
// `node engine.mjs --plain DIR` builds it without vector instructions, to measure what they bring.
//
// The workspace's compiler builds it if it has the target. Otherwise Debian's does, together with the
// standard library, from Debian's sources. The two make different bytes from the same sources, so the
// committed engine is not compared byte by byte: a digest of the sources shows whether it is fresh.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

const TARGET = "wasm32-unknown-unknown";
// The packages of the workspace that the engine is made of, and what in them it does not depend on.
const SOURCES = ["crates/queens", "crates/queens-gallery", "crates/queens-puzzle", "bindings/wasm"];
const LEFT_OUT = new Set(["tests", "benches", "examples", "x86", "bin"]);

const root = path.resolve(import.meta.dirname, "..");
const targetFolder = path.resolve(root, process.env.CARGO_TARGET_DIR ?? "target");

// Runs a program at the root, and ends with its code if it fails.
function run(program, args, { env = {}, stdout = "inherit" } = {}) {
  process.stderr.write(`$ ${program} ${args.join(" ")}\n`);
  const { status, stdout: printed } = spawnSync(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", stdout, "inherit"],
    encoding: "utf8",
  });
  if (status !== 0) process.exit(status ?? 1);
  return printed;
}

function compile(simd, out) {
  const flags = simd ? ["-Ctarget-feature=+simd128"] : [];
  const folder = path.join(targetFolder, simd ? "wasm" : "wasm-plain");
  const args = ["build", "--locked", "--package", "queens-wasm", "--lib", "--profile", "wasm"];
  args.push("--target", TARGET, "--target-dir", folder);
  const library = run("rustc", ["--print", "target-libdir", "--target", TARGET], {
    stdout: "pipe",
  });
  if (existsSync(library.trim())) {
    run("cargo", args, { env: { CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") } });
  } else {
    const env = {
      CARGO_ENCODED_RUSTFLAGS: [...flags, "-Clinker=wasm-ld"].join("\x1f"),
      RUSTC: "/usr/bin/rustc",
      // -Zbuild-std is not stable yet.
      RUSTC_BOOTSTRAP: "1",
    };
    run("/usr/bin/cargo", [...args, "-Zbuild-std=std,panic_abort"], { env });
  }
  // All examples: this shares what the tests have built. `answers` is one of them.
  const examples = ["build", "--workspace", "--examples", "--features", "queens-wasm/bindgen"];
  run("cargo", [...examples, "--bin", "bindgen"]);
  const made = path.join(folder, TARGET, "wasm", "queens_wasm.wasm");
  run(path.join(targetFolder, "debug", "bindgen"), [made, out]);
}

// The files of the engine's sources, by their names in the repository, in order.
function sources(name) {
  const full = path.join(root, name);
  if (!statSync(full).isDirectory()) return /\.(rs|toml)$/.test(name) ? [name] : [];
  const names = readdirSync(full).filter((file) => !LEFT_OUT.has(file));
  return names.flatMap((file) => sources(`${name}/${file}`));
}

/** Lines that are more than a comment: what the compiler makes is the same without the others. */
function withoutComments(text) {
  return text
    .split("\n")
    .filter((line) => !/^\s*(\/\/|$)/.test(line))
    .join("\n");
}

function digest() {
  const hash = createHash("sha256");
  for (const name of SOURCES.flatMap(sources).sort()) {
    // Git may write line ends in another way on Windows.
    const text = readFileSync(path.join(root, name), "utf8").replaceAll("\r", "");
    hash.update(JSON.stringify([name, name.endsWith(".rs") ? withoutComments(text) : text]));
  }
  return hash.digest("hex");
}

if (process.argv[2] === "--plain") {
  compile(false, path.resolve(root, process.argv[3]));
} else {
  compile(true, path.join(root, "web/src/engine/wasm"));
  const note = { schema: "queens.engine/2", sources: digest(), simd: true };
  mkdirSync(path.join(root, "web/public"), { recursive: true });
  writeFileSync(path.join(root, "web/public/engine.json"), `${JSON.stringify(note)}\n`);
}

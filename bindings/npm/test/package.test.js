// Packs the package, installs the tarball into an empty project, and uses it there: in Node, in Chromium as it is and bundled
// by vite, and by the TypeScript compiler. The tools are those of web/package.json.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

const root = path.resolve(import.meta.dirname, "../../..");
const source = path.resolve(import.meta.dirname, "..");
const web = createRequire(path.join(root, "web/package.json"));
const tool = (name) => path.join(root, "web/node_modules/.bin", name);
let tarball = "";
const project = mkdtempSync(path.join(tmpdir(), "queens-npm-"));

const run = (program, ...args) =>
  execFileSync(program, args, {
    cwd: project,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });

before(() => {
  const quiet = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts=false"];
  const made = execFileSync("npm", ["pack", "--pack-destination", project, ...quiet], {
    cwd: source,
    encoding: "utf8",
  });
  tarball = path.join(project, made.trim().split("\n").at(-1) ?? "");
  writeFileSync(path.join(project, "package.json"), '{"name":"empty","type":"module"}\n');
  run("npm", "install", "--offline", ...quiet, tarball);
  for (const file of ["use.js", "use.ts"]) {
    cpSync(path.join(import.meta.dirname, file), path.join(project, file));
  }
});

after(() => rmSync(project, { recursive: true, force: true }));

const installed = path.join(project, "node_modules/@queens-engine/puzzle");

test("the package has what it needs and nothing else", () => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => path.relative(installed, path.join(file.parentPath, file.name)));
  assert.deepEqual(files.sort(), [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "documents.d.ts",
    "engine/queens_wasm.js",
    "engine/queens_wasm_bg.wasm",
    "index.d.ts",
    "index.js",
    "node.js",
    "package.json",
    "puzzle.js",
  ]);
  assert.deepEqual(readdirSync(path.join(project, "node_modules")).sort(), [
    ".package-lock.json",
    "@queens-engine",
  ]);
});

test("Node uses it", () => {
  writeFileSync(
    path.join(project, "main.js"),
    'import { use } from "./use.js";\nconsole.log(use());\n',
  );
  assert.equal(run("node", "main.js"), "used\n");
});

test("the examples of both READMEs print what they say", () => {
  const readmes = [path.join(installed, "README.md"), path.join(root, "README.md")];
  const text = readmes.map((file) => readFileSync(file, "utf8")).join("");
  const examples = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
  assert.equal(examples.length, 3);
  const printed = examples.map((code, index) => {
    // What a bare expression is said to be is printed, too.
    const printing = code.replace(/^(solve\(.*\));( \/\/.*)?$/gm, "console.log($1);$2");
    writeFileSync(path.join(project, `example${index}.js`), printing);
    const lines = run("node", `example${index}.js`);
    for (const [, said] of printing.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)) {
      assert.ok(lines.split("\n").includes(said), `${said} is not in\n${lines}`);
    }
    return lines;
  });
  assert.equal(new Set(printed[1].trim().split("\n")).size, 1, "every form is the same puzzle");
});

test("TypeScript knows its types", () => {
  const options = {
    compilerOptions: {
      module: "nodenext",
      target: "es2022",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      types: [],
    },
    files: ["use.ts"],
  };
  writeFileSync(path.join(project, "tsconfig.json"), JSON.stringify(options));
  run(tool("tsc"), "--project", "tsconfig.json");
});

test("publint and arethetypeswrong find nothing", () => {
  run(tool("publint"), "run", "--strict", tarball);
  run(tool("attw"), "--profile", "esm-only", tarball);
});

/** Serves the project on a free port under /some/path/, and tells what a page there ends with as its title. */
async function inBrowser(place) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = path.normalize(pathname.replace(/^\/some\/path/, ""));
    try {
      const text = readFileSync(path.join(project, file));
      response.setHeader("content-type", types[path.extname(file)] ?? "text/plain");
      response.end(text);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { chromium } = web("@playwright/test");
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${server.address().port}/some/path/${place}`);
    await tab.waitForFunction(() => document.title !== "empty");
    return await tab.title();
  } finally {
    await browser.close();
    server.close();
  }
}

const main = `
  import { use } from "./use.js";
  try { document.title = use(); } catch (error) { document.title = String(error); }`;

test("a browser uses it", async () => {
  const page = `<!doctype html><title>empty</title>
    <script type="importmap">
      {"imports": {"@queens-engine/puzzle": "./node_modules/@queens-engine/puzzle/index.js"}}
    </script>
    <script type="module">${main}</script>`;
  writeFileSync(path.join(project, "plain.html"), page);
  assert.equal(await inBrowser("plain.html"), "used");
});

test("vite bundles it", async () => {
  writeFileSync(path.join(project, "browser.js"), main);
  const page = `<!doctype html><title>empty</title><script type="module" src="./browser.js"></script>`;
  writeFileSync(path.join(project, "index.html"), page);
  run(tool("vite"), "build", "--base", "./", "--logLevel", "error");
  assert.equal(await inBrowser("dist/index.html"), "used");
});

/** Every style sheet has one owner: no rule of a section or a component reaches another one. */

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import { expect, test } from "@playwright/test";

/** The selectors of the outermost rules, also those within `@media`. */
function selectors(css: string): string[] {
  const found: string[] = [];
  let [depth, from] = [0, 0];
  const text = css.replaceAll(/\/\*[^]*?\*\//g, "");
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === ";" && depth === 0) from = at + 1;
    if (sign === "{") {
      const head = text.slice(from, at).trim();
      const group = depth === 0 && /^@(media|supports|container)/.test(head);
      if (depth === 0 && !group && !head.startsWith("@")) found.push(...head.split(/\s*,\s*/));
      // A group is looked into as if its rules stood outside.
      if (!group) depth += 1;
      from = at + 1;
    } else if (sign === "}") {
      depth = Math.max(0, depth - 1);
      from = at + 1;
    }
  }
  return found;
}

const SRC = path.join(import.meta.dirname, "../src");
const sheets = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".css"))
  .sort();

test("there are sheets to look at", () => {
  expect(selectors("a, .b {c{d:e}} @media x {.f{g:h} .i{}} @keyframes j {from{}} .k{}")).toEqual([
    "a",
    ".b",
    ".f",
    ".i",
    ".k",
  ]);
  expect(sheets).toContain("components/board.css");
  expect(sheets).toContain("sections/play/play.css");
});

for (const sheet of sheets.filter((name) => !name.startsWith("styles/"))) {
  test(`every rule of ${sheet} begins with the class of its owner`, () => {
    const owner = path.basename(sheet, ".css");
    const strange = selectors(readFileSync(path.join(SRC, sheet), "utf8")).filter(
      (selector) => !new RegExp(`^(:root\\S* )?\\.${owner}(?![\\w-])`).test(selector),
    );
    expect(strange).toEqual([]);
  });
}

const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/documents\.ts$|\bwasm\b/.test(name))
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), "utf8") }));

test("no section imports from another, and nothing outside from one but to load it", () => {
  const found: string[] = [];
  for (const { name, text } of sources(SRC)) {
    const [, own] = /^sections\/(\w+)\//.exec(name) ?? [];
    for (const [, from = ""] of text.matchAll(/from "(\.[^"]*)"|import\("(\.[^"]*)"\)/g)) {
      const target = path.join(path.dirname(name), from);
      const [, other] = /^sections\/(\w+)/.exec(target) ?? [];
      if (other !== undefined && other !== own) found.push(`${name}: ${from}`);
    }
  }
  expect(found).toEqual([]);
});

test("no file of TypeScript is longer than 400 lines", () => {
  const files = [...sources(SRC), ...sources(import.meta.dirname)];
  expect(files.length).toBeGreaterThan(100);
  const long = files.filter(({ text }) => text.split("\n").length > 401);
  expect(long.map(({ name }) => name)).toEqual([]);
});

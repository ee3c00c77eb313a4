// Writes the TypeScript types of JSON documents from their schemas: `node types.mjs`. With --check, fails if a file is not what
// would be written.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { compile } from "json-schema-to-typescript";
import { format } from "prettier";

const ANSWERS = "bindings/wasm/answers.json";
const API = "crates/queens-web/openapi.json";

const root = path.resolve(import.meta.dirname, "..");
const read = (file) => readFileSync(path.join(root, file), "utf8").replaceAll("\r", "");

function fail(what, advice) {
  process.stderr.write(`error: ${what}\nhelp: ${advice}\n`);
  process.exit(1);
}

/** Every schema within a schema, itself first. */
function* within(schema) {
  if (typeof schema !== "object" || schema === null) return;
  yield schema;
  for (const below of Object.values(schema)) yield* within(below);
}

/** Says what a schema says in the way that the generator reads. */
function adapt(schema) {
  for (const one of within(schema)) {
    if (one.prefixItems) one.items = one.prefixItems;
    // With a description beside it, it would copy what is referred to.
    if (one.$ref && one.description) {
      one.allOf = [{ $ref: one.$ref }];
      delete one.$ref;
    }
    if (Array.isArray(one.required)) {
      // Alone in `required` they are in the order of the declaration; those that may be missing come last.
      const place = new Map(one.required.map((name, index) => [name, index]));
      const properties = Object.entries(one.properties);
      properties.sort(([a], [b]) => (place.get(a) ?? Infinity) - (place.get(b) ?? Infinity) || 0);
      one.properties = Object.fromEntries(properties);
    }
  }
  return schema;
}

/** Writes the types of a schema, and more, unless the file has them already. */
async function keep(file, source, schema, more = "") {
  const types = await compile(adapt(schema), schema.title, {
    additionalProperties: false,
    bannerComment: `// Written by \`npm run types\` in web, from ${source}.\n`,
    format: false,
  });
  const text = await format(types + more, { parser: "typescript", printWidth: 100 });
  if (existsSync(path.join(root, file)) && read(file) === text) return;
  if (process.argv.includes("--check")) {
    const advice = "run `npm run types` in web, look at the difference, and commit it";
    fail(`${file} is not what would be written now`, advice);
  }
  writeFileSync(path.join(root, file), text);
  process.stderr.write(`${file} is written\n`);
}

/** The keys of numbers in digits. A reader goes by the key, so no other text may have it. */
function keysOfDigits(schema) {
  const keys = { digits: new Set(), text: new Set() };
  const kindOf = ({ $ref, type, items, anyOf }) => {
    if ($ref) return $ref === "#/$defs/Digits" ? "digits" : undefined;
    if ([type].flat().includes("string")) return "text";
    return [items ?? [], anyOf ?? []].flat().map(kindOf).find(Boolean);
  };
  for (const { properties } of within(schema)) {
    for (const [key, value] of Object.entries(properties ?? {})) keys[kindOf(value)]?.add(key);
  }
  for (const key of keys.digits) {
    if (keys.text.has(key))
      fail(`${ANSWERS}: \`${key}\` has digits here and text there`, "rename it");
  }
  return [...keys.digits].sort();
}

const answers = () => JSON.parse(read(ANSWERS));

const page = answers();
const digits = JSON.stringify(keysOfDigits(page));
page.$defs.Digits.tsType = "bigint";
await keep(
  "web/src/engine/documents.ts",
  ANSWERS,
  page,
  `/** The keys of numbers in digits. */\nexport const DIGITS: ReadonlySet<string> = new Set(${digits});\n`,
);

const npm = answers();
npm.required = npm.required.filter((call) => call.startsWith("puzzle_"));
npm.properties = Object.fromEntries(npm.required.map((call) => [call, npm.properties[call]]));
await keep("bindings/npm/documents.d.ts", ANSWERS, npm);

const api = JSON.parse(read(API).replaceAll("#/components/schemas/", "#/$defs/"));
const { schemas } = api.components;
const names = Object.keys(schemas);
await keep("web/src/sections/watch/documents.ts", API, {
  title: "Documents",
  description: "All documents, by their names.",
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
  required: names,
  $defs: schemas,
});

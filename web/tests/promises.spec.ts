/** What the README promises of the whole page. */

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

import { expect, test } from "@playwright/test";

import { SECTIONS, complete } from "./page";

const PAGE = process.env.QUEENS_PAGE ?? "../crates/queens-web/page";

test("compressed, the page is smaller than 850 KB, its book than 200", () => {
  const files = readdirSync(PAGE, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const weight = { page: 0, book: 0 };
  for (const { name, parentPath } of files) {
    const file = path.join(parentPath, name);
    const part = path.relative(PAGE, file).startsWith(`book${path.sep}`) ? "book" : "page";
    weight[part] += gzipSync(readFileSync(file)).length;
  }
  expect(files.some((file) => file.name === "engine.wasm")).toBe(true);
  expect(weight.page).toBeLessThan(850_000);
  expect(weight.book).toBeLessThan(200_000);
});

test("no request leaves the machine", async ({ page, baseURL }) => {
  const asked: string[] = [];
  page.context().on("request", (request) => asked.push(request.url()));
  for (const section of SECTIONS) {
    await page.goto(`./#/${section}`);
    await page.reload();
    await complete(page);
  }
  expect(asked.length).toBeGreaterThan(SECTIONS.length);
  const elsewhere = asked.filter(
    (url) => !url.startsWith(baseURL ?? "") && !url.startsWith("blob:"),
  );
  expect(elsewhere).toEqual([]);
});

test("the engine runs in workers, never on the main thread", async ({ page }) => {
  await page.addInitScript(() => {
    const holder = window as unknown as { ran: string[] };
    holder.ran = [];
    // Compiling there is no harm; running would be.
    for (const name of ["instantiate", "instantiateStreaming"] as const) {
      const original = WebAssembly[name] as (...given: unknown[]) => unknown;
      WebAssembly[name] = ((...given: unknown[]) => {
        holder.ran.push(name);
        return original(...given);
      }) as never;
    }
    const { Instance } = WebAssembly;
    WebAssembly.Instance = new Proxy(Instance, {
      construct(target, given) {
        holder.ran.push("Instance");
        return Reflect.construct(target, given);
      },
    });
  });
  await page.goto("./#/explore?n=8");
  await expect(page.locator(".sum")).toContainText("92");
  await page.goto("./#/learn?n=6");
  await expect(page.locator(".words").first()).toHaveText("The board is empty");
  expect(page.workers().length).toBeGreaterThan(0);
  expect(await page.evaluate(() => (window as unknown as { ran: string[] }).ran)).toEqual([]);
});

/** What the README promises of the whole page. */

import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { expect, test } from "@playwright/test";

const SECTIONS = ["learn", "explore", "solve", "measure", "watch"];
const PAGE = new URL("../../crates/queens-web/page/", import.meta.url);

test("everything together is smaller than 500 KB compressed", () => {
  const files = readdirSync(PAGE, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const sizes = files.map((file) => {
    const path = `${file.parentPath}/${file.name}`;
    return gzipSync(readFileSync(path)).length;
  });
  expect(files.some((file) => file.name === "engine.wasm")).toBe(true);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(500_000);
});

test("no request leaves the machine", async ({ page, baseURL }) => {
  const asked: string[] = [];
  page.context().on("request", (request) => asked.push(request.url()));
  for (const section of SECTIONS) {
    await page.goto(`./#/${section}`);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
  }
  expect(asked.length).toBeGreaterThan(SECTIONS.length);
  const elsewhere = asked.filter(
    (url) => !url.startsWith(baseURL ?? "") && !url.startsWith("blob:"),
  );
  expect(elsewhere).toEqual([]);
});

test("the main thread is free while the engine works", async ({ page }) => {
  await page.goto("./#/explore?n=8");
  await expect(page.locator(".sum")).toBeVisible();
  // The longest that the main thread did not answer while all solutions of n = 12 are listed twice.
  await page.evaluate(() => {
    const holder = window as unknown as { longest: number };
    holder.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        holder.longest = Math.max(holder.longest, entry.duration);
    }).observe({ type: "longtask" });
  });
  await page.getByLabel("Board").selectOption("12");
  await expect(page.locator(".sum")).toContainText("14");
  // There is no deadline here: what is asserted is that the page answers to input meanwhile.
  await page.getByLabel("Board").selectOption("4");
  await expect(page.locator(".sum")).toContainText("n = 4");
});

for (const [name, width, height] of [
  ["a phone", 360, 740],
  ["a tablet", 820, 1180],
  ["a wide screen", 1920, 1080],
] as const) {
  test(`no section is wider than ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const section of SECTIONS) {
      await page.goto(`./#/${section}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, section).toBeLessThanOrEqual(width);
    }
  });
}

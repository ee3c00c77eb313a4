import { type Page, expect, test } from "@playwright/test";

import { faults } from "./page";

/** Q(0), Q(1), ...: A000170. What the page counts is also compared with the library's own table. */
const TOTALS = [
  "1",
  "1",
  "0",
  "0",
  "2",
  "10",
  "4",
  "40",
  "92",
  "352",
  "724",
  "2680",
  "14200",
  "73712",
];

const spaced = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");

async function count(page: Page, n: number) {
  await page.getByLabel("Size n").fill(String(n));
  await page.getByRole("button", { name: `Count n = ${n}` }).click();
  const row = page.getByTestId("counts").locator("tbody tr").first();
  await expect(row.getByRole("rowheader")).toHaveText(String(n));
  return row;
}

test("counts every small board, as published", async ({ page }) => {
  await page.goto("./#/measure");
  for (const [n, total] of TOTALS.entries()) {
    const row = await count(page, n);
    await expect(row.locator(".total")).toHaveText(spaced(total));
    await expect(row).toContainText("the same");
  }
  expect(await faults(page)).toEqual([]);
});

test("counts with one worker and with many, and tells how far it is", async ({ page }) => {
  await page.goto("./#/measure?n=15");
  for (const workers of ["1", "3"]) {
    await page.getByLabel("Workers").fill(workers);
    const row = await count(page, 15);
    await expect(row.locator(".total")).toHaveText(spaced("2279184"));
    await expect(row.locator("td").last()).toHaveText(workers);
  }
});

test("both methods count the same", async ({ page }) => {
  await page.goto("./#/measure");
  for (const method of ["search", "color"]) {
    await page.getByLabel("Method").selectOption(method);
    const row = await count(page, 13);
    await expect(row).toContainText(method);
    await expect(row.locator(".total")).toHaveText(spaced("73712"));
  }
});

test("a count is cancelled in the middle, and the next one is right", async ({ page }) => {
  await page.goto("./#/measure?n=20");
  await page.getByRole("button", { name: "Count n = 20" }).click();
  const meter = page.getByRole("progressbar");
  await expect(meter).toBeVisible();
  await expect(page.locator(".meter")).toContainText(/about .* left/);
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(meter).toBeHidden();
  await expect(page.getByRole("status")).toHaveText("the count of n = 20 was canceled");
  const row = await count(page, 12);
  await expect(row.locator(".total")).toHaveText(spaced("14200"));
});

test("workers compute, and not the page", async ({ page }) => {
  await page.goto("./#/measure?n=19");
  await page.getByLabel("Workers").fill("3");
  await page.getByRole("button", { name: "Count n = 19" }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect.poll(() => page.workers().length).toBeGreaterThanOrEqual(3);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("status")).toHaveText("the count of n = 19 was canceled");
});

test("compares the algorithms, by keyboard, as a table and a plot", async ({ page }) => {
  await page.goto("./#/measure");
  await page.getByLabel("Sizes up to").fill("8");
  await page.getByLabel("Longest search").selectOption("0.1 s");
  const compare = page.getByRole("button", { name: "Compare" });
  // A button that is still disabled takes no focus.
  await expect(compare).toBeEnabled();
  await compare.focus();
  await page.keyboard.press("Enter");
  const table = page.getByTestId("times");
  await expect(page.getByRole("status")).toHaveText("the comparison is done");
  await expect(table.locator("tbody tr")).toHaveCount(9);
  const brute = table.getByRole("row", { name: /brute_force/ });
  // n = 8 are 4.4 thousand million boards: forecast, in parentheses.
  await expect(brute.locator("td").last()).toHaveText(/^\(≈/);
  const solutions = table.getByRole("row", { name: /solutions/ });
  await expect(solutions.locator("td")).toHaveText(["2", "10", "4", "40", "92"]);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("img", { name: /logarithmic/ })).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

test("counts by color where that is faster, and says so", async ({ page }) => {
  await page.goto("./#/measure?n=15");
  const faster = page.getByLabel("Method").locator("option").first();
  await expect(faster).toHaveText("the faster one (color from n = 16)");
  await expect(await count(page, 15)).toContainText("search, ");
  await page.getByLabel("Size n").fill("17");
  await page.getByRole("button", { name: "Count n = 17" }).click();
  await expect(page.getByTestId("how")).toHaveText(
    /^Counting by color, \S+: white and black queens/,
  );
  await page.getByRole("button", { name: "Cancel" }).click();
  const row = await count(page, 16);
  await expect(row).toContainText("color, ");
  await expect(row.locator(".total")).toHaveText(spaced("14772512"));
  await row.getByRole("link", { name: "color" }).click();
  await expect(page.getByRole("heading", { name: "Counting by color" })).toBeVisible();
});

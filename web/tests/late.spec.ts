/** What comes late, after the reader has chosen something else, changes nothing. */

import { type Page, expect, test } from "@playwright/test";

import { hold, makeHoldable, release, waiting } from "./held";
import { openPuzzle } from "./page";

test.beforeEach(({ page }) => makeHoldable(page));

const words = (page: Page, pane = 0) => page.locator(".words").nth(pane);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("another algorithm starts at its beginning, not where the last one stood", async ({
  page,
}) => {
  await page.goto("./#/learn?member=backtrack_scan&n=4");
  await expect(words(page)).toHaveText("The board is empty");
  // The last one is at its end; that has still to be written into the address.
  await hold(page, "timer");
  await page.locator(".position input[type=range]").press("End");
  await expect(words(page)).toContainText("Row 2 is done");
  await expect.poll(() => waiting(page, "timer")).toBe(1);
  // And it is still being searched for an earlier solution.
  await hold(page, "answer");
  await button(page, "Previous solution").click();
  await expect.poll(() => waiting(page, "answer")).toBe(1);
  // The choice; then, before the next frame, what was due by then.
  await hold(page, "frame");
  await page.getByLabel("Algorithm").selectOption("brute_force");
  await release(page, "timer");
  await release(page, "answer");
  await release(page, "frame");
  await expect(words(page)).toHaveText("The board is empty");
  await expect(page).toHaveURL(/#\/learn\?member=brute_force&n=4$/);
});

test("a step taken meanwhile is not undone by the first difference", async ({ page }) => {
  await page.goto("./#/learn?member=backtrack_scan&against=permutations&n=6");
  await expect(words(page, 0)).toHaveText("The board is empty");
  await expect(words(page, 1)).toHaveText("The board is empty");
  await expect(page.getByRole("img", { name: /^The search tree so far/ })).toHaveCount(2);
  await expect(page.locator(".position input[type=range]")).toBeVisible();
  await hold(page, "answer");
  await button(page, "First difference").click();
  await expect.poll(() => waiting(page, "answer")).toBe(1);
  await button(page, "Step").click();
  await expect(words(page)).toHaveText("Try a1");
  await release(page, "answer");
  await expect(words(page)).toHaveText("Try a1");
  await button(page, "Step").click();
  await expect(words(page)).toHaveText("Place a queen on a1");
  await expect(page.getByText("is the first in which")).toHaveCount(0);
});

test("an address that was just entered is not replaced by a step", async ({ page }) => {
  await page.goto("./#/learn?member=backtrack_scan&n=4");
  await expect(words(page)).toHaveText("The board is empty");
  await hold(page, "timer");
  await button(page, "Step").click();
  await expect.poll(() => waiting(page, "timer")).toBe(1);
  // The event that tells of the new address comes in a later task.
  await page.evaluate(() => {
    location.hash = "#/explore?n=5";
    (window as unknown as { held: { release(kind: string): void } }).held.release("timer");
  });
  await expect(page.getByRole("heading", { level: 1, name: "Explore" })).toBeVisible();
  await expect(page).toHaveURL(/#\/explore\?n=5$/);
});

test("a turned board is described only by its own images", async ({ page }) => {
  await page.goto("./#/explore?n=4");
  const said = page.getByRole("status").first();
  const turns =
    "2 different images: quarter turn and half turn and three quarter turn leave the board unchanged.";
  await expect(said).toHaveText(turns);
  await hold(page, "answer");
  await page.getByRole("button", { name: /^mirror/ }).click();
  await expect(page.getByRole("grid")).toHaveAccessibleName(/queens on c1, a2, d3, b4/);
  await expect.poll(() => waiting(page, "answer")).toBeGreaterThan(0);
  await expect(said).toHaveText(turns);
});

test("numbers estimated with few probes are not shown as those of many", async ({ page }) => {
  await page.goto("./#/explore?n=4");
  await expect(page.getByText("estimated with 20 000 probes for each size, seed 1")).toBeVisible();
  await page.getByText("The numbers", { exact: true }).click();
  const row = page.locator("table.data tbody tr").nth(27);
  await expect(row).toContainText("±");
  await hold(page, "answer");
  await page.getByRole("button", { name: /^Estimate with/ }).click();
  await expect(page.locator("table.data caption")).toContainText("1 000 000 probes");
  await expect(row).not.toContainText("±");
});

test("a queen placed meanwhile is not swept away by a text that is still being read", async ({
  page,
}) => {
  await page.goto("./#/solve?n=4");
  await expect(page.getByTestId("ways")).toHaveText("In 2 ways (the published value).");
  await page.getByText("Read a board from text").click();
  await page.getByLabel(/^Rows of Q/).fill("....\nQ...\n....\n....\n");
  await hold(page, "answer");
  await button(page, "Read").click();
  await expect.poll(() => waiting(page, "answer")).toBeGreaterThan(0);
  await page.locator('.solve [data-square="b1"]').click();
  await expect(page).toHaveURL(/#\/solve\?n=4&q=b1$/);
  await release(page, "answer");
  await expect(page.getByTestId("ways")).toHaveText("In one way only.");
  await expect(page).toHaveURL(/#\/solve\?n=4&q=b1$/);
});

test("a board counted before does not answer for the one counted now", async ({ page }) => {
  await page.goto("./#/solve?n=8");
  const ways = page.getByTestId("ways");
  await expect(ways).toHaveText("In 92 ways (the published value).");
  await hold(page, "answer");
  const size = page.getByLabel("Size n");
  await page.locator('.solve [data-square="a1"]').click();
  // Whether it can be completed, and in how many ways.
  await expect.poll(() => waiting(page, "answer")).toBeGreaterThanOrEqual(2);
  await size.selectOption("6");
  await release(page, "answer");
  await expect(page.getByRole("heading", { name: "It can be completed" })).toBeVisible();
  await expect(ways).toHaveText("In 4 ways (the published value).");
});

test("a hint for marks that have changed is not shown", async ({ page }) => {
  await openPuzzle(page, "4x1.AABBCCBBCCDDCCDD");
  await hold(page, "answer");
  await button(page, "Hint").click();
  await expect.poll(() => waiting(page, "answer")).toBe(1);
  await page.locator('[data-square="b1"]').focus();
  await page.keyboard.press("q");
  await release(page, "answer");
  await expect(page.locator(".play .queens .queen")).toHaveCount(1);
  await expect(page.getByTestId("hint")).toHaveCount(0);
  await button(page, "Hint").click();
  await expect(page.getByTestId("hint")).toBeVisible();
});

test("a puzzle made for a section that was left changes neither it nor the address", async ({
  page,
}) => {
  await openPuzzle(page, "4x1.AABBCCBBCCDDCCDD");
  await hold(page, "answer");
  await button(page, "New puzzle").click();
  await expect.poll(() => waiting(page, "answer")).toBe(1);
  await page.getByRole("link", { name: "Watch" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Watch" })).toBeVisible();
  await release(page, "answer");
  await expect(page).toHaveURL(/#\/watch$/);
  await page.getByRole("link", { name: "Play" }).click();
  await expect(page).toHaveURL(/#\/play\?p=4x1\.AABBCCBBCCDDCCDD$/);
  await expect(page.getByRole("gridcell")).toHaveCount(16);
});

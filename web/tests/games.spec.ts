/** What surrounds the game: where things stand, days, my puzzles, sharing, printing, drawing. */

import { readFileSync } from "node:fs";

import { type Page, expect, test } from "@playwright/test";

import { HARD, SMALL, SOLUTION, button, faults, openPuzzle, place } from "./page";

const square = (page: Page, name: string) => page.locator(`[role][data-square="${name}"]`);
const game = (page: Page) => page.getByTestId("game");
const queens = (page: Page) => page.locator(".play .queens .queen");
const crosses = (page: Page) => page.locator(".play .cross.own");
const open = (page: Page, name: string) => page.locator("summary", { hasText: name }).click();

test("each puzzle is one entry of the browser's history", async ({ page }) => {
  await page.goto("./#/learn");
  await openPuzzle(page, SMALL);
  await place(page, "b1");
  await button(page, "New puzzle").click();
  await expect(page).not.toHaveURL(new RegExp(SMALL));
  const second = page.url();
  await expect(page.getByTestId("level")).toContainText("medium");
  await place(page, "a1", "c2");
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(SMALL));
  await expect(queens(page)).toHaveCount(1);
  await page.goForward();
  await expect(page).toHaveURL(second);
  await expect(queens(page)).toHaveCount(2);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Learn" })).toBeVisible();
});

test("the puzzle of a day stays that when another section was looked at", async ({ page }) => {
  await page.goto("./#/play?day=2026-11-23");
  await expect(game(page)).toContainText("Puzzle of November 23, 2026");
  await page.getByRole("link", { name: "Learn" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Learn" })).toBeVisible();
  await page.getByRole("link", { name: "Play" }).click();
  await expect(page).toHaveURL(/day=2026-11-23$/);
  await expect(game(page)).toContainText("Puzzle of November 23, 2026");
});

test("marks of a text count, also on a puzzle that was begun, and Restart returns to them", async ({
  page,
}) => {
  await openPuzzle(page, SMALL);
  await place(page, "d4");
  await open(page, "A puzzle as text");
  const text = page.getByLabel(/^A letter for each square/);
  await text.fill('{"n":4,"regions":["AABB","CCBB","CCDD","CCDD"],"queens":["b1"]}');
  await button(page, "Play it").click();
  await expect(square(page, "b1")).toHaveAccessibleName(/queen/);
  await expect(queens(page)).toHaveCount(1);
  await place(page, "d2");
  await button(page, "Restart").click();
  await expect(queens(page)).toHaveCount(1);
  await expect(square(page, "b1")).toHaveAccessibleName(/queen/);
  // What was there before is not lost.
  for (let i = 0; i < 3; i += 1) await button(page, "Undo").click();
  await expect(square(page, "d4")).toHaveAccessibleName(/queen/);
  // A solution that somebody else found is no result.
  await text.fill(
    JSON.stringify({ n: 4, regions: ["AABB", "CCBB", "CCDD", "CCDD"], queens: SOLUTION }),
  );
  await button(page, "Play it").click();
  await expect(game(page)).toContainText("It counts neither for your days nor for your times.");
});

test("a text that is no puzzle is refused where it was given; an address of the page is read", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPuzzle(page, HARD);
  await open(page, "A puzzle as text");
  const text = page.getByLabel(/^A letter for each square/);
  await text.fill("hello world");
  await button(page, "Play it").click();
  await expect(page.getByRole("alert")).toBeInViewport();
  await expect(page.getByRole("alert")).toContainText("This is no puzzle.");
  await text.fill(`Look: http://example.org/page/#/play?p=${SMALL}`);
  await button(page, "Play it").click();
  await expect(page).toHaveURL(new RegExp(`p=${SMALL}$`));
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("copying is seen and heard", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPuzzle(page, SMALL);
  await open(page, "Share and print");
  await button(page, "Copy the address").click();
  await expect(button(page, "Copied ✓")).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("address copied");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe(`${baseURL}#/play?p=${SMALL}`);
  await expect(page.getByRole("link", { name: "Open in puzz.link" })).toHaveAttribute(
    "href",
    /^https:\/\/puzz\.link\/p\?starbattle\/4\/4\/1\/[0-9a-v]+$/,
  );
  // A result: what, how long, how many hints, in which order, where; no square.
  await place(page, ...SOLUTION);
  await button(page, "Share").click();
  await expect(page.getByRole("status")).toHaveText("result copied");
  expect(await copied()).toMatch(
    /^Puzzle, 4 × 4, \w+\nSolved in \d+:\d\d, no hints\n▁▃▅▇\nhttp:\S+#\/play\?p=4x1\.[A-D]{16}$/,
  );
});

test("two tabs on one puzzle show the same marks, and neither undoes the other's", async ({
  page,
  context,
}) => {
  await openPuzzle(page, HARD);
  const other = await context.newPage();
  await openPuzzle(other, HARD);
  await place(page, "c1");
  await expect(queens(other)).toHaveCount(1);
  // The other tab's clock ticks, and it is left.
  await expect(other.getByRole("timer")).not.toHaveText("0:00");
  await other.close();
  await page.reload();
  await expect(queens(page)).toHaveCount(1);
});

test("my puzzles are listed, saved as one file, and read from it", async ({ page, browser }) => {
  await openPuzzle(page, SMALL);
  await place(page, ...SOLUTION);
  await openPuzzle(page, HARD);
  await place(page, "c1");
  await open(page, "My puzzles (2)");
  const items = page.locator(".games li");
  await expect(items).toHaveCount(2);
  await expect(items.nth(0)).toContainText(/8 × 8, hard.*begun, 1 of 8 queens/);
  await expect(items.nth(1)).toContainText(/4 × 4, medium.*solved in 0:\d\d, no hints/);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    button(page, "Export").click(),
  ]);
  const file = await download.path();
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ schema: "queens.games/2" });
  // Another browser, without any.
  const context = await browser.newContext({ serviceWorkers: "block" });
  const other = await context.newPage();
  await other.goto(page.url().replace(/#.*/, "#/play"));
  await expect(other.getByTestId("level")).toContainText(/easy|medium|hard/);
  await open(other, "My puzzles");
  await other.locator('.games input[type="file"]').setInputFiles(file);
  await expect(other.locator(".games")).toContainText(/[23] games added\./);
  await other.getByRole("link", { name: /^8 × 8, hard/ }).click();
  await expect(queens(other)).toHaveCount(1);
  await other.locator('.games input[type="file"]').setInputFiles({
    name: "other.json",
    mimeType: "application/json",
    buffer: Buffer.from("{}"),
  });
  await expect(other.locator(".games")).toContainText("other.json is not a file of games");
  await other.getByRole("button", { name: /^Remove 4 × 4/ }).click();
  await expect(other.locator(".games li")).toHaveCount(1);
  // What was removed by a slip of the finger comes back, with its result.
  await other.getByRole("button", { name: "Put it back" }).click();
  await expect(other.locator(".games li", { hasText: "4 × 4" })).toContainText("solved in 0:");
  await expect(other.getByRole("button", { name: "Put it back" })).toHaveCount(0);
  await context.close();
});

test("a trial is marked, and taken back as one or kept", async ({ page }) => {
  await openPuzzle(page, HARD);
  await place(page, "c1");
  await button(page, "Pencil").click();
  await place(page, "a3");
  await square(page, "a8").focus();
  await page.keyboard.press("x");
  await expect(page.locator(".play rect.trial")).toHaveCount(1);
  await expect(page.locator(".play .cross.trial")).toHaveCount(1);
  await expect(square(page, "a3")).toHaveAccessibleName(/queen.*trial/);
  expect(await faults(page)).toEqual([]);
  await page.reload();
  await expect(page.locator(".play rect.trial")).toHaveCount(1);
  await button(page, "Take back").click();
  await expect(queens(page)).toHaveCount(1);
  await expect(page.locator(".play .cross.trial")).toHaveCount(0);
  await button(page, "Undo").click();
  await expect(queens(page)).toHaveCount(2);
  await button(page, "Redo").click();
  await square(page, "a3").focus();
  for (const key of ["t", "q", "t"]) await page.keyboard.press(key);
  await expect(queens(page)).toHaveCount(2);
  await expect(page.locator(".play rect.trial")).toHaveCount(0);
});

test("Check says yes or no, and nothing else", async ({ page }) => {
  await openPuzzle(page, SMALL);
  await place(page, "b1");
  await button(page, "Check").click();
  await expect(game(page)).toContainText("Yes, everything is right so far.");
  await place(page, "d4");
  await button(page, "Check").click();
  await expect(page.getByTestId("hint")).toHaveText("No: something is wrong.");
  await expect(page.locator(".play .is-culprit")).toHaveCount(0);
  await expect(page.getByRole("status")).toHaveText("No: something is wrong.");
});

test("queen, cross and eraser are tools", async ({ page }) => {
  await openPuzzle(page, HARD);
  const tool = (name: string) => page.locator(".tools").getByText(name, { exact: true }).click();
  await tool("Queen");
  await square(page, "c1").click();
  await expect(queens(page)).toHaveCount(1);
  await tool("Cross");
  await square(page, "a8").click();
  await square(page, "b8").click();
  await expect(crosses(page)).toHaveCount(2);
  await square(page, "b8").click();
  await expect(crosses(page)).toHaveCount(1);
  await tool("Erase");
  await square(page, "c1").click();
  await square(page, "a8").click();
  await expect(crosses(page)).toHaveCount(0);
  await expect(queens(page)).toHaveCount(0);
});

test("the clock can be hidden, patterns and letters can be shown", async ({ page }) => {
  await openPuzzle(page, HARD);
  await open(page, "Options");
  await page.getByLabel("Show the clock").uncheck();
  await expect(page.getByRole("timer")).toHaveCount(0);
  await page.getByLabel("Patterns for the regions").check();
  await expect(page.locator(".play .board .pattern")).toHaveCount(64);
  await page.getByLabel("Letters for the regions").check();
  await expect(page.locator(".play .letter")).toHaveCount(64);
  expect(await faults(page)).toEqual([]);
  await page.reload();
  await expect(page.locator(".play .board .pattern")).toHaveCount(64);
  await expect(page.getByRole("timer")).toHaveCount(0);
});

test("one puzzle or six are printed with their solutions, dark on white", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.addInitScript(() => {
    window.print = () => {
      const count = document.querySelectorAll(".paper .board").length;
      (window as unknown as { printed: number }).printed = count;
    };
  });
  await openPuzzle(page, HARD);
  await open(page, "Share and print");
  const printed = () => page.evaluate(() => (window as unknown as { printed: number }).printed);
  const pages = async () => {
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    return pdf.match(/\/Type\s*\/Page\b/g)?.length;
  };
  await button(page, "Print").click();
  await expect.poll(printed).toBe(2);
  const paper = page.locator(".paper");
  await expect(paper.locator(".board").first()).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(paper.locator(".board").first()).toBeVisible();
  await expect(paper).toContainText("8 × 8, hard");
  await expect(paper.locator(".answers .queens .queen")).toHaveCount(8);
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(paper.locator(".ground").first()).toHaveCSS("fill", "rgb(255, 255, 255)");
  await expect(paper.locator(".borders").first()).toHaveCSS("stroke", "rgb(0, 0, 0)");
  await expect(paper.locator("p")).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator(".game, .more, .head, .foot").filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: null });
  expect(await pages()).toBe(2);
  await button(page, "Print six new ones").click();
  await expect.poll(printed).toBe(12);
  await expect(paper.locator("figcaption").nth(5)).toHaveText("6 8 × 8, medium");
  expect(await pages()).toBe(2);
  await page.getByLabel("With a page of solutions").uncheck();
  await button(page, "Print").click();
  await expect.poll(printed).toBe(1);
  expect(await pages()).toBe(1);
});

test("the next puzzle follows the one that is solved", async ({ page }) => {
  await openPuzzle(page, SMALL);
  await place(page, ...SOLUTION);
  await expect(game(page)).toContainText("With no hints.");
  await button(page, "Next puzzle").click();
  await expect(page.getByTestId("level")).toContainText("8 × 8, medium");
  await expect(game(page).getByRole("heading")).toHaveCount(0);
});

/** Results that mean something: the first counts, what was shown is said, days are days. */

import { type Page, expect, test } from "@playwright/test";

import { HARD, SMALL, SOLUTION, button, faults, openPuzzle, place, solve } from "./page";

const game = (page: Page) => page.getByTestId("game");
const queens = (page: Page) => page.locator(".play .queens .queen");
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("a solved board is locked, and its first result counts", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install({ time: new Date("2026-11-24T12:00:00") });
  await openPuzzle(page, SMALL);
  await page.clock.runFor(61_000);
  await button(page, "Hint").click();
  // A hint that was not seen is not counted.
  await expect(page.getByTestId("hint")).toBeVisible();
  await place(page, "a1");
  // Beginning again gives back neither time nor hints.
  await button(page, "Restart").click();
  await expect(page.getByRole("timer")).toHaveText(/^1:/);
  await place(page, ...SOLUTION);
  const title = game(page).getByRole("heading");
  await expect(title).toHaveText(/^Solved in 1:\d\d$/);
  const [, first = ""] = /in (1:\d\d)$/.exec(await title.innerText()) ?? [];
  await expect(game(page)).toContainText("With 1 hint.");
  // Neither clicks, nor keys, nor undo change a solution.
  await page.locator('.play [data-square="b1"]').click();
  await place(page, "a1");
  await page.keyboard.press("Control+z");
  await expect(queens(page)).toHaveCount(4);
  await expect(button(page, "Undo")).toBeDisabled();
  await button(page, "Play again").click();
  await expect(page.getByRole("timer")).toHaveText(/^0:/);
  await place(page, ...SOLUTION);
  await expect(title).toHaveText(/^Solved again in 0:/);
  await expect(game(page)).toContainText(`The first result counts: ${first}, 1 hint.`);
  await button(page, "Share").click();
  await expect(button(page, "Copied ✓")).toBeVisible();
  expect(await copied(page)).toMatch(
    new RegExp(`^Puzzle, 4 × 4, medium\nSolved in ${first}, 1 hint\n[▁-█]{4}\nhttp`),
  );
  await page.locator("summary", { hasText: "My puzzles" }).click();
  await expect(page.locator(".games li")).toContainText(`solved in ${first}, 1 hint`);
  // The solve is shown again, move by move.
  await button(page, "Replay").click();
  await page.getByRole("slider", { name: "Move" }).press("Home");
  await expect(queens(page)).toHaveCount(0);
  await page.getByRole("slider", { name: "Move" }).press("End");
  await expect(queens(page)).toHaveCount(4);
  await button(page, "Close").click();
  expect(await faults(page)).toEqual([]);
});

test("the solution is shown only when asked twice, and then it is said", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPuzzle(page, SMALL);
  await button(page, "Show the solution").click();
  await expect(page.getByTestId("asked")).toContainText("this puzzle has no result");
  await button(page, "Play on").click();
  await expect(page.getByTestId("asked")).toHaveCount(0);
  await place(page, "b1");
  await button(page, "Show the solution").click();
  await button(page, "Show it").click();
  await expect(page.getByTestId("proof")).toBeVisible();
  await button(page, "Close").click();
  await place(page, ...SOLUTION.slice(1));
  await expect(game(page).getByRole("heading")).toContainText("with the solution shown");
  await button(page, "Share").click();
  await expect(button(page, "Copied ✓")).toBeVisible();
  expect(await copied(page)).toContain("The solution was shown\n");
  expect(await copied(page)).not.toContain("Solved in");
});

test("days: on its day, later, to come, at midnight, and why to come again", async ({ page }) => {
  await page.clock.install({ time: new Date("2026-11-24T12:00:00") });
  await page.goto("./#/play");
  await expect(game(page)).toContainText("Puzzle of November 24, 2026");
  await expect(page.locator(".days")).toContainText("Tomorrow: 8 × 8, medium.");
  await solve(page);
  await expect(page.locator(".days summary")).toHaveText("Days: 1 in a row");
  await expect(game(page)).toContainText("Tomorrow: 8 × 8, medium.");
  await expect(game(page).getByRole("link", { name: /^Yesterday's/ })).toBeVisible();
  // The day turns while the page is open.
  await expect(page.getByRole("link", { name: /^November 25/ })).toHaveCount(0);
  await page.clock.setSystemTime(new Date("2026-11-25T00:00:05"));
  await page.clock.runFor(15_000);
  await page.getByRole("link", { name: /^November 25, 2026, not begun$/ }).click();
  await expect(game(page)).toContainText("Puzzle of November 25, 2026");
  await solve(page);
  await expect(page.locator(".days summary")).toHaveText("Days: 2 in a row");
  // A day solved later is solved, but no part of the run.
  await page.getByRole("link", { name: /^November 22, 2026/ }).click();
  await expect(game(page)).toContainText("Puzzle of November 22, 2026");
  await solve(page);
  await expect(page.locator(".days a.later")).toHaveAccessibleName(
    /^November 22, 2026, solved later, in/,
  );
  await expect(page.locator(".days a.solved")).toHaveCount(2);
  await expect(page.locator(".days summary")).toHaveText("Days: 2 in a row");
  await expect(page.locator(".days ol a")).toHaveCount(25);
  // Every month since the beginning of the year.
  await button(page, "The month before").click();
  await expect(page.locator(".days")).toContainText("October 2026");
  await expect(page.locator(".days ol a")).toHaveCount(31);
  expect(await faults(page)).toEqual([]);
  // A day to come is not out yet.
  await page.goto("./#/play?day=2030-01-01");
  await expect(game(page)).toContainText("The puzzle of January 1, 2030 comes out on that day.");
  await expect(page).toHaveURL(/day=2026-11-25$/);
  // There is no such day.
  await page.goto("./#/play?day=2026-02-31");
  await expect(page).toHaveURL(/day=2026-11-25$/);
  // It survives a reload, and the page says so at the start.
  await page.reload();
  await expect(page.locator(".days summary")).toHaveText("Days: 2 in a row");
  await page.goto("./#/start");
  await expect(page.locator(".start .card", { hasText: "Today's puzzle" })).toContainText(
    /Solved in \d+:\d\d\. 2 days in a row\./,
  );
});

test("the end says what a result is beside others, and the system shares it", async ({ page }) => {
  await page.addInitScript(() => {
    const holder = window as unknown as { shared: string[] };
    holder.shared = [];
    Object.assign(navigator, {
      share: async ({ text }: { text: string }) => void holder.shared.push(text),
    });
  });
  await openPuzzle(page, SMALL);
  await place(page, ...SOLUTION);
  await openPuzzle(page, "4x1.AABBAACCDDCCDDCC");
  await solve(page);
  await expect(game(page)).toContainText(
    /4 × 4, \w+: (your best of 2|best of 2 0:\d\d), 0:\d\d on average/,
  );
  await button(page, "Share").click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared))
    .toHaveLength(1);
});

test("where nothing is stored it is said at once, and the games can be saved", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await openPuzzle(page, HARD);
  await expect(page.locator(".lost")).toContainText("This browser stores nothing for this page");
  await place(page, "c1");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    button(page, "Save them as a file").click(),
  ]);
  expect(download.suggestedFilename()).toBe("queens-games.json");
  const text = await (await download.createReadStream()).toArray();
  const { games } = JSON.parse(Buffer.concat(text).toString()) as { games: { past: string[] }[] };
  expect(games[0]?.past.at(-1)).toContain("Q");
  // The game goes on, also over another section.
  await page.getByRole("link", { name: "Learn" }).click();
  await page.getByRole("link", { name: "Play" }).click();
  await expect(queens(page)).toHaveCount(1);
});

test("from Start one step back leads out of Play again", async ({ page }) => {
  await page.goto("./#/start");
  await page.getByRole("link", { name: "Today's puzzle" }).last().click();
  await expect(page.getByTestId("level")).toContainText("queens");
  await expect(page).toHaveURL(/day=/);
  await page.goBack();
  await expect(page).toHaveURL(/#\/start$/);
});

test("a section begins at its top", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await openPuzzle(page, SMALL);
  await page.locator("summary", { hasText: "How to play" }).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.evaluate(() => (location.hash = "#/start"));
  await expect(page.getByRole("heading", { level: 1, name: "The n queens puzzle" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("sections come back as they were left", async ({ page }) => {
  await page.goto("./#/learn?member=mirror&n=5");
  await expect(page.getByLabel("Algorithm")).toHaveValue("mirror");
  await page.getByRole("link", { name: "Measure" }).click();
  await page.getByLabel("Size n").fill("11");
  await expect(page).toHaveURL(/measure\?n=11/);
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Algorithm" })).toHaveValue("mirror");
  await expect(page).toHaveURL(/member=mirror&n=5/);
  await page.getByRole("link", { name: "Measure" }).click();
  await expect(page.getByLabel("Size n")).toHaveValue("11");
});

test("a copied address is seen to be copied, in Solve too", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./#/solve?n=6&q=a1");
  await button(page, "Copy the address").click();
  await expect(button(page, "Copied ✓")).toBeVisible();
  expect(await copied(page)).toMatch(/#\/solve\?n=6&q=a1$/);
});

test("what is wrong is said whole: two rules, another page's address, a drawing, two solutions", async ({
  page,
}) => {
  await openPuzzle(page, HARD);
  await place(page, "f1", "g1");
  await expect(game(page)).toContainText(
    "The queens on f1 and g1 are in the same row and the same region.",
  );
  // The region is outlined, not each of its squares.
  const outline = (await page.locator(".play .clash.outline").getAttribute("d")) ?? "";
  expect(outline.match(/M/g)?.length).toBeLessThan(4 * 8);
  await expect(page.locator(".play .clash.area")).toHaveCSS("stroke", "none");
  // A line is shown once, however many queens share it.
  await button(page, "Restart").click();
  await place(page, "a1", "c1", "e1", "g1");
  await expect(game(page)).toContainText("6 pairs in all");
  await expect(page.locator(".play rect.clash")).toHaveCount(1);
  // The button goes away, and the next key goes on from the message.
  await button(page, "Take c1 back").press("Enter");
  await expect(game(page)).toContainText("3 pairs in all");
  await expect(game(page)).toBeFocused();
  await page.locator("summary", { hasText: "A puzzle as text" }).click();
  await page.getByLabel(/^A letter for each square/).fill("https://example.org/queens/play/12345");
  await button(page, "Play it").click();
  await expect(page.getByRole("alert")).toContainText("This is the address of another page");
  await page.goto("./#/play?draw=foo");
  await expect(page.getByTestId("judgement")).toContainText("cannot be read: “foo”");
  await page.goto("./#/play?draw=4x1.AABBAABBCCDDCCDD");
  await expect(page.getByTestId("several").locator(".board")).toHaveCount(2);
  await expect(page.getByTestId("several")).toContainText("they differ in every row");
  expect(await faults(page)).toEqual([]);
  await page.locator('.editor > .table [data-square="a1"]').click({ button: "right" });
  await page.locator('.editor > .table [data-square="d4"]').click();
  await expect(page).not.toHaveURL(/AABBAABBCCDDCCDD$/);
  await page.keyboard.press("Control+z");
  await expect(page).toHaveURL(/AABBAABBCCDDCCDD$/);
  await page.keyboard.press("Control+y");
  await expect(page).not.toHaveURL(/AABBAABBCCDDCCDD$/);
});

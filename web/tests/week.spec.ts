/** A week of a player with a phone: what annoyed, and is no more. */

import { type Page, expect, test } from "@playwright/test";

import { SMALL, SOLUTION, button, faults, openPuzzle, place, solve } from "./page";

const game = (page: Page) => page.getByTestId("game");
const at = (page: Page, moment: string) => page.clock.setSystemTime(new Date(moment));

/** On its own day; the puzzle is on the board. */
async function openDay(page: Page, day: string) {
  await page.goto("about:blank");
  await page.goto("./#/play");
  await expect(game(page)).toContainText(`Puzzle of November ${day}, 2026`);
  await expect(page.getByTestId("level")).toContainText(/easy|medium|hard/);
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("what to do next is inside the box of the message, whatever is said", async ({ page }) => {
    await page.clock.install({ time: new Date("2026-11-25T12:00:00") });
    await openDay(page, "25");
    const inside = async (name: string) => {
      const [box, row] = [await game(page).boundingBox(), await button(page, name).boundingBox()];
      expect(row?.y ?? 0, name).toBeGreaterThanOrEqual(box?.y ?? Infinity);
      expect((row?.y ?? Infinity) + (row?.height ?? 0), name).toBeLessThanOrEqual(
        (box?.y ?? 0) + (box?.height ?? 0),
      );
    };
    await button(page, "Show the solution").tap();
    await inside("Show it");
    await button(page, "Play on").tap();
    // Steps until the longest of them: every one of this puzzle.
    for (const name of ["Where?", "What?", "Do it"]) {
      if (name === "Where?") await button(page, "Hint").tap();
      await inside(name);
      await button(page, name).tap();
    }
  });

  test("the tool stays as it was left", async ({ page }) => {
    await openPuzzle(page, SMALL);
    await page.locator(".tools").getByText("Queen").tap();
    await page.reload();
    await expect(page.getByRole("radio", { name: "Queen" })).toBeChecked();
    await page.locator('.play [data-square="b1"]').tap();
    await expect(page.locator(".play .queens .queen")).toHaveCount(1);
  });
});

test("a puzzle that is solved across midnight counts for its day, one that waits does not", async ({
  page,
}) => {
  await page.clock.install({ time: new Date("2026-11-23T12:00:00") });
  await openDay(page, "23");
  await solve(page);
  await expect(game(page)).toContainText("Solved in");
  await at(page, "2026-11-24T23:58:00");
  await openDay(page, "24");
  await place(page, "a1");
  await page.clock.runFor(180_000);
  await page.keyboard.press("Control+z");
  await solve(page);
  await expect(game(page)).toContainText("2 days in a row.");
  // It is the next day by now.
  await expect(game(page)).toContainText("Today's puzzle is open");
  await game(page)
    .getByRole("link", { name: /^Today's puzzle is open/ })
    .click();
  await expect(game(page)).toContainText("Puzzle of November 25, 2026");
  await place(page, "a1");
  await page.keyboard.press("Control+z");
  await at(page, "2026-11-26T08:00:00");
  await page.goto("about:blank");
  await page.goto("./#/play?day=2026-11-25");
  await expect(page.getByTestId("level")).toContainText(/medium/);
  await solve(page);
  await expect(game(page)).toContainText("Solved in");
  await expect(game(page)).not.toContainText("in a row");
});

test("Start says how the days stand before today's puzzle is begun", async ({ page }) => {
  await page.clock.install({ time: new Date("2026-11-23T12:00:00") });
  await page.goto("./#/start");
  const card = page.locator(".card").filter({ hasText: "Today's puzzle" });
  await expect(card).toContainText("A new one every day.");
  for (const day of ["23", "24"]) {
    await at(page, `2026-11-${day}T12:00:00`);
    await openDay(page, day);
    await solve(page);
    await expect(game(page)).toContainText("Solved in");
  }
  await at(page, "2026-11-25T12:00:00");
  await page.goto("about:blank");
  await page.goto("./#/start");
  await expect(card).toContainText("8 × 8, medium. 2 days in a row so far.");
});

test("squares are colored by a click, by dragging and by key, and keep it", async ({ page }) => {
  await openPuzzle(page, SMALL);
  const colored = (tint: string) => page.locator(`.play .tint.${tint}`);
  const square = (name: string) => page.locator(`.play [data-square="${name}"]`);
  await page.locator(".tools").getByText("Color").click();
  await square("a1").click();
  await square("b1").click();
  await square("b1").click();
  await expect(colored("light")).toHaveCount(1);
  await expect(colored("dark")).toHaveCount(1);
  await expect(square("b1")).toHaveAccessibleName(/colored dark/);
  // A color is under a mark, and stays when the mark goes.
  await place(page, "b1");
  await page.keyboard.press("Delete");
  await expect(colored("dark")).toHaveCount(1);
  await page.keyboard.press("Delete");
  await expect(colored("dark")).toHaveCount(0);
  await page.keyboard.press("c");
  await expect(square("b1")).toHaveAccessibleName(/colored light/);
  const [from, to] = [await square("a3").boundingBox(), await square("d3").boundingBox()];
  await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 20, { steps: 12 });
  await page.mouse.up();
  await expect(colored("light")).toHaveCount(6);
  await page.keyboard.press("Control+z");
  await expect(colored("light")).toHaveCount(2);
  expect(await faults(page)).toEqual([]);
  await page.reload();
  await expect(colored("light")).toHaveCount(2);
  await place(page, ...SOLUTION);
  await expect(game(page)).toContainText("Solved in");
});

/** Solve: completions one by one, counts in squares, ways out of a dead end, drags. */

import { type Page, expect, test } from "@playwright/test";

import { type Square, attacks, parseSquare } from "../src/board";
import { faults } from "./page";

const square = (page: Page, name: string) => page.locator(`.solve [data-square="${name}"]`);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const status = (page: Page) => page.getByRole("status");
const middle = async (page: Page, name: string) => {
  const box = await square(page, name).boundingBox();
  if (!box) throw new Error(name);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test("all completions are browsed, and one is taken", async ({ page }) => {
  await page.goto("./#/solve?n=8&q=a1");
  const at = page.getByTestId("way");
  await expect(at).toHaveText("– of 4");
  await button(page, "Next").click();
  await expect(at).toHaveText("1 of 4");
  await expect(page.locator(".solve .ghost")).toHaveCount(7);
  await expect(status(page)).toHaveText(/^completion 1 of 4: e2, h3, f4, c5, g6, b7, d8$/);
  await expect(button(page, "Previous")).toBeDisabled();
  await button(page, "Last").click();
  await expect(at).toHaveText("4 of 4");
  await expect(button(page, "Next")).toBeDisabled();
  await button(page, "Previous").click();
  await expect(at).toHaveText("3 of 4");
  await button(page, "First").click();
  await expect(at).toHaveText("1 of 4");
  await expect(square(page, "e2")).toHaveAttribute("aria-label", /queen of the completion/);
  expect(await faults(page)).toEqual([]);
  await button(page, "Take it").click();
  await expect(page).toHaveURL(/q=a1\.e2\.h3\.f4\.c5\.g6\.b7\.d8$/);
  await expect(page.getByTestId("verdict")).toContainText("Solved");
  // Another board shows none of the last one's.
  await button(page, "Undo").click();
  await expect(at).toHaveText("– of 4");
  await expect(page.locator(".solve .ghost")).toHaveCount(0);
});

test("each square shows in how many completions it has a queen", async ({ page }) => {
  await page.goto("./#/solve?n=8");
  await expect(page.getByTestId("way")).toHaveText("– of 92");
  await page.getByRole("checkbox", { name: /^In how many completions/ }).check();
  const numbers = page.locator(".solve .in-square");
  await expect(numbers).toHaveCount(64);
  const counts = (await numbers.allTextContents()).map(Number);
  // Each solution has a queen in every row: the first row of n = 8 is 4 8 16 18 18 16 8 4.
  expect(counts.slice(0, 8)).toEqual([4, 8, 16, 18, 18, 16, 8, 4]);
  for (let row = 0; row < 8; row += 1) {
    expect(counts.slice(8 * row, 8 * row + 8).reduce((sum, one) => sum + one, 0)).toBe(92);
  }
  await expect(square(page, "d1")).toHaveAttribute("aria-label", /in 18 of 92 completions/);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await faults(page)).toEqual([]);
  }
});

test("too many completions to list are said to be so", async ({ page }) => {
  await page.goto("./#/solve?n=16");
  await expect(page.getByTestId("way")).toHaveText("too many to list");
  await expect(button(page, "Next")).toBeDisabled();
});

/** Whether queens can be completed, by plain backtracking: the page asks the engine. */
function completable(n: number, queens: readonly Square[]): boolean {
  if (queens.some((a) => queens.some((b) => attacks(a, b)))) return false;
  const row = Array.from({ length: n }, (_, row) => row).find((row) =>
    queens.every((queen) => queen.row !== row),
  );
  if (row === undefined) return true;
  return Array.from({ length: n }, (_, column) => ({ row, column })).some(
    (square) =>
      queens.every((queen) => !attacks(queen, square)) && completable(n, [...queens, square]),
  );
}

/** The fewest queens without which the rest can be completed. */
function fewest(n: number, queens: readonly Square[]): number {
  const sets = Array.from({ length: 1 << queens.length }, (_, set) => set);
  const size = (set: number) => set.toString(2).replaceAll("0", "").length;
  const good = sets.filter((set) =>
    completable(
      n,
      queens.filter((_, index) => ((set >> index) & 1) === 0),
    ),
  );
  return Math.min(...good.map(size));
}

test("at a dead end the hint names the fewest queens to take back", async ({ page }) => {
  const tip = page.getByTestId("tip");
  const sizes = new Set<number>();
  for (const queens of [
    "a1.b3.c5.d2",
    "a1.e2.h3.d4",
    "a1.b2.c3",
    "b1.d2.f3.c4.h5",
    "a1.d2.g3.b4",
  ]) {
    const squares = queens.split(".").flatMap((name) => parseSquare(name) ?? []);
    const size = fewest(8, squares);
    sizes.add(size);
    await page.goto(`./#/solve?n=8&q=${queens}`);
    if (size === 0) {
      await expect(page.getByTestId("verdict")).toContainText("It can be completed");
      continue;
    }
    await expect(button(page, "Hint")).toBeEnabled();
    await expect(button(page, "Complete")).toBeDisabled();
    await button(page, "Hint").click();
    await expect(tip).toContainText(
      size === 1 ? "One queen is enough." : `No set of fewer than ${size} queens is enough.`,
    );
    await expect(status(page)).toContainText("Take back");
    expect(await faults(page)).toEqual([]);
    await tip.getByRole("button", { name: /^Take back/ }).click();
    await expect(page.locator(".solve .queens .queen")).toHaveCount(squares.length - size);
    await expect(page.getByTestId("verdict")).toContainText("It can be completed");
  }
  expect([...sizes]).toEqual(expect.arrayContaining([1, 2]));

  // No queen is to blame.
  await page.goto("./#/solve?n=4&q=b1&x=a2.b2.c2.d2");
  await button(page, "Hint").click();
  await expect(tip).toContainText("It is not the queens");
});

test("a drag blocks squares, from a block it opens them, and each is one step to undo", async ({
  page,
}) => {
  await page.goto("./#/solve?n=8&q=d4");
  const drag = async (from: string, to: string) => {
    const [a, b] = [await middle(page, from), await middle(page, to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y, { steps: 3 });
    await page.mouse.up();
  };
  await drag("a2", "e2");
  await expect(page).toHaveURL(/x=a2\.b2\.c2\.d2\.e2$/);
  await expect(status(page)).toHaveText("5 squares blocked");
  // Over a queen: she stays.
  await drag("c4", "e4");
  await expect(page).toHaveURL(/q=d4&x=a2\.b2\.c2\.d2\.e2\.c4\.e4$/);
  await button(page, "Undo").click();
  await drag("b2", "c2");
  await expect(page).toHaveURL(/x=a2\.d2\.e2$/);
  await button(page, "Undo").click();
  await button(page, "Undo").click();
  await expect(page).toHaveURL(/#\/solve\?n=8&q=d4$/);
  // A queen is moved.
  await drag("d4", "g5");
  await expect(page).toHaveURL(/q=g5$/);
  await button(page, "Undo").click();
  await expect(page).toHaveURL(/q=d4$/);
  // A click is still a click.
  await square(page, "a2").click();
  await expect(page).toHaveURL(/q=a2\.d4$/);
});

test("a finger blocks with the tool for it, and otherwise scrolls", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${baseURL}#/solve?n=8`);
  const cdp = await context.newCDPSession(page);
  const swipe = async (from: string, to: string) => {
    const [a, b] = [await middle(page, from), await middle(page, to)];
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", part?: number) =>
      cdp.send("Input.dispatchTouchEvent", {
        type,
        touchPoints:
          part === undefined ? [] : [{ x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y) }],
      });
    await touch("touchStart", 0);
    for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch("touchMove", part);
    await touch("touchEnd");
    // What a finger sets in motion goes on for a while.
    let before = -1;
    await expect
      .poll(async () => before === (before = await page.evaluate(() => scrollY)))
      .toBe(true);
  };
  await swipe("b7", "b2");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(page).toHaveURL(/solve\?n=8$/);
  await page.getByRole("radio", { name: /^Block/ }).check();
  await page.evaluate(() => scrollTo(0, 0));
  await swipe("b7", "b4");
  await expect(page).toHaveURL(/x=b4\.b5\.b6\.b7$/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await context.close();
});

test("an address with a board that is too large says so", async ({ page }) => {
  await page.goto("./#/solve?n=40");
  await expect(page.getByRole("alert")).toContainText("The address asks for a board of n = 40");
  await expect(page.getByRole("alert")).toContainText("n goes from 1 to 32");
});

import { type Page, expect, test } from "@playwright/test";

/** The value of a counter. */
const counter = async (page: Page, name: string, pane = 0) => {
  const pair = page.locator(".counters").nth(pane).locator("div", { hasText: name });
  return Number((await pair.locator("dd").innerText()).replaceAll(/\s/g, ""));
};

/** The digits of a bit string of the row. */
const digits = async (page: Page, name: string) =>
  (
    await page.locator(`.figure .strings`).first().locator(`.${name} .digits`).innerText()
  ).replaceAll(/\s/g, "");

const words = (page: Page) => page.locator(".words").first();

test("steps go forward and back, and the strings stand under the columns", async ({ page }) => {
  await page.goto("./#/learn?member=bitwise&n=4");
  await expect(words(page)).toHaveText("The board is empty");
  const step = page.getByRole("button", { name: "Step", exact: true });
  await step.click();
  await expect(words(page)).toHaveText("Try d1, the lowest 1 of free");
  expect(await digits(page, "free")).toBe("1111");
  expect(await digits(page, "bit")).toBe("0001");
  await expect(page.locator(".code .current")).toHaveText(
    "        bit = free & -free;  free = free ^ bit",
  );
  await step.click();
  await expect(words(page)).toHaveText("Place a queen on d1");
  const next = page.locator(".handed .strings");
  await expect(next.locator(".rd .digits")).toHaveText("0010");
  await expect(next.locator(".ld .digits")).toHaveText("0000");
  await expect(page.locator(".handed .formulas .rd")).toHaveText("rd ← (rd | bit) << 1");
  // The digits lie under their squares.
  const square = await page.locator('[data-square="d1"]').first().boundingBox();
  const digit = await page.locator(".figure .strings .bit .digit").nth(3).boundingBox();
  if (!square || !digit) throw new Error("the board is not drawn");
  const middle = (box: { x: number; width: number }) => box.x + box.width / 2;
  expect(Math.abs(middle(square) - middle(digit))).toBeLessThan(1.5);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(words(page)).toHaveText("Try d1, the lowest 1 of free");
  // The keys do the same.
  await page.locator("h1").click();
  await page.keyboard.press("ArrowRight");
  await expect(words(page)).toHaveText("Place a queen on d1");
  await page.keyboard.press("Home");
  await expect(words(page)).toHaveText("The board is empty");
});

test("the next solution is the first, and its counters the published ones", async ({ page }) => {
  await page.goto("./#/learn?member=backtrack_scan&n=8");
  await page.getByRole("button", { name: "Next solution" }).click();
  await expect(words(page)).toHaveText("Solution 1");
  // OEIS A140450 and A319283.
  expect(await counter(page, "tests")).toBe(876);
  await page.getByRole("button", { name: "Next solution" }).click();
  await expect(words(page)).toHaveText("Solution 2");
  await page.getByRole("button", { name: "Previous solution" }).click();
  await expect(words(page)).toHaveText("Solution 1");
  await page.locator(".position input[type=range]").press("End");
  await expect(words(page)).toContainText("Row 2 is done");
  expect(await counter(page, "nodes")).toBe(2057);
  expect(await counter(page, "tests")).toBe(15720);
  expect(await counter(page, "solutions")).toBe(92);
  const levels = page.locator(".levels li");
  await expect(levels.nth(8)).toContainText("8 queens: 92");
});

test("playing goes on by itself, to the end", async ({ page }) => {
  await page.goto("./#/learn?member=flipped&n=4");
  await expect(words(page)).toHaveText("The board is empty");
  await page.getByLabel(/^Speed/).press("End");
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.getByRole("button", { name: "Play" })).toBeDisabled();
  expect(await counter(page, "solutions")).toBe(2);
  await page.getByRole("button", { name: "Start" }).click();
  await expect(words(page)).toHaveText("The board is empty");
});

test("two algorithms race, and differ where they differ", async ({ page }) => {
  await page.goto("./#/learn?member=backtrack_scan&against=permutations&n=6");
  await expect(words(page)).toHaveText("The board is empty");
  await page.getByRole("button", { name: "First difference" }).click();
  await expect(page.getByRole("status").filter({ hasText: "first in which" })).toHaveText(
    "Step 3 is the first in which the two differ.",
  );
  await expect(words(page)).toHaveText("Try a2");
  await expect(page.locator(".words").nth(1)).toHaveText("Try b2");
  await expect(page).toHaveURL(/step=3/);
  await page.getByLabel("Race against").selectOption("backtrack_flags");
  await expect(words(page)).toHaveText("Try a2");
  await page.getByRole("button", { name: "First difference" }).click();
  await expect(page.getByRole("status").filter({ hasText: "the same" })).toContainText(
    /The two take the same [\d\s]+ steps from start to end/,
  );
});

test("the address holds what is shown", async ({ page }) => {
  await page.goto("./#/learn?member=mirror&n=5&step=17");
  await expect(page.getByLabel("Algorithm")).toHaveValue("mirror");
  await expect.poll(() => counter(page, "step")).toBe(17);
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect(page).toHaveURL(/member=mirror&n=5&step=18$/);
  await page.reload();
  await expect.poll(() => counter(page, "step")).toBe(18);
});

test("every algorithm runs to its end and finds all solutions", async ({ page }) => {
  await page.goto("./#/learn?n=4");
  await expect(words(page)).toHaveText("The board is empty");
  const names = await page
    .getByLabel("Algorithm")
    .locator("option")
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(names.length).toBe(7);
  for (const name of names) {
    await page.getByLabel("Algorithm").selectOption(name);
    await expect(page.locator(".position input[type=range]")).toBeVisible();
    await expect(words(page)).toHaveText("The board is empty");
    await page.locator(".position input[type=range]").press("End");
    await expect.poll(() => counter(page, "solutions")).toBe(2);
    await expect(page.getByRole("img", { name: /^The search tree so far/ })).toBeVisible();
  }
});

test("the lesson's row slides, and its strings are those of the board", async ({ page }) => {
  await page.goto("./#/learn");
  const lesson = page.locator(".lesson");
  const row = lesson.locator("input[type=range]");
  const string = async (name: string) =>
    (await lesson.locator(`.strings .${name} .digits`).first().innerText()).replaceAll(/\s/g, "");
  // Queens on c1, f2 and d3: in row 3 the lines of the first two stand on e and g, c and f, a and e.
  expect(await string("ld")).toBe("00001010");
  expect(await string("cols")).toBe("00100100");
  expect(await string("rd")).toBe("10001000");
  await row.press("ArrowRight");
  expect(await string("ld")).toBe("00001101");
  expect(await string("rd")).toBe("00110000");
  // A queen put on the board by the keyboard.
  await lesson.getByRole("gridcell", { name: "a1", exact: true }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(lesson.getByRole("gridcell", { name: "b3, queen" })).toBeVisible();
  expect(await string("ld")).toBe("00100101");
});

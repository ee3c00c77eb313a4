import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import { type Page, expect, test } from "@playwright/test";

import { LESSONS } from "../src/lessons";
import { besideBook, faults } from "./page";

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
  await page.goto("./#/learn?part=shift");
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

test("the section opens with the simplest backtracking at n = 6", async ({ page }) => {
  await page.goto("./#/learn");
  await expect(page.getByLabel("Algorithm")).toHaveValue("backtrack_scan");
  await expect(page.locator(".learn .board .square")).toHaveCount(36);
  const chapters = page.getByRole("navigation", { name: "Chapters" }).getByRole("link");
  await expect(chapters).toHaveText([
    "Backtracking",
    "Why diagonals shift",
    "Bit strings",
    "Counting by color",
    "Four lessons",
    "Questions",
  ]);
  for (const [index, heading] of [
    [1, /^Why \(ld/],
    [3, /^Counting by color/],
    [4, /^Lesson 1/],
    [5, /^What learners ask/],
  ] as const) {
    await chapters.nth(index).click();
    await expect(page.getByRole("heading", { level: 2, name: heading })).toBeVisible();
    await expect(chapters.nth(index)).toHaveAttribute("aria-current", "page");
    expect(await faults(page)).toEqual([]);
  }
  await chapters.nth(2).click();
  await expect(page.getByLabel("Algorithm")).toHaveValue("bitwise");
});

test("what comes next is asked, and the run has a score", async ({ page }) => {
  await page.goto("./#/learn?member=backtrack_scan&n=1&guess=1");
  const score = page.getByTestId("score");
  const group = page.getByRole("group", { name: "What comes next?" });
  await expect(score).toHaveText("Say what comes next.");
  await group.getByRole("button", { name: /^Reject/ }).click();
  await expect(score).toHaveText("No. Try a1. 0 of 1 right");
  await group.getByRole("button", { name: /^Place/ }).click();
  await expect(score).toHaveText("Right. Place a queen on a1. 1 of 2 right");
  await page.keyboard.press("5");
  await expect(score).toHaveText("Right. Solution 1. 2 of 3 right");
  // To the end: the queen is taken back.
  await page.keyboard.press("4");
  await expect(score).toContainText("The run is over: 3 of 4 right");
  await expect(group.getByRole("button", { name: /^Try/ })).toBeDisabled();
  expect(await faults(page)).toEqual([]);
  await page.getByRole("checkbox", { name: "What comes next?" }).uncheck();
  await expect(page).not.toHaveURL(/guess/);
  await expect(group).toHaveCount(0);
});

test("the four lessons lead from step to step, and each shows what it names", async ({ page }) => {
  for (const [number, lesson] of LESSONS.entries()) {
    for (const [at, { show, text }] of lesson.steps.entries()) {
      await page.goto(`./#/learn?part=class&lesson=${number + 1}&at=${at + 1}`);
      await expect(page.locator(".step-text")).toHaveText(text);
      if (!show) continue;
      await page.getByRole("link", { name: `Show: ${show.name}` }).click();
      await expect.poll(() => new URL(page.url()).hash).toContain(show.address.split("?")[0]);
      await page.goBack();
      await expect(page.locator(".step-text")).toHaveText(text);
    }
  }
  await page.goto("./#/learn?part=class");
  for (const { steps } of LESSONS) {
    for (const { text } of steps) {
      await expect(page.locator(".step-text")).toHaveText(text);
      const next = page.getByRole("link", { name: /^Next/ });
      if ((await next.count()) > 0) await next.click();
    }
  }
  expect(await faults(page)).toEqual([]);
});

test("the lessons say what the book says", () => {
  const book = readFileSync("../docs/teaching.md", "utf8")
    .replaceAll(/[`×]/g, "")
    .replaceAll(/\s+/g, " ");
  for (const { question } of LESSONS.flatMap(({ steps }) => steps)) {
    if (!question) continue;
    const words = question
      .replaceAll(/(\d+) by \d+/g, "$1 $1")
      .replaceAll("×", "")
      .replaceAll(/\s+/g, " ");
    expect(book).toContain(words);
  }
  for (const { goal } of LESSONS)
    expect(book).toContain(goal.replaceAll("×", "").replaceAll(/\s+/g, " "));
});

test("every chapter that the page names is in the book", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => readFileSync(path.join("src", name), "utf8"));
  const named = sources.flatMap((text) =>
    [...text.matchAll(/<Chapter path="([^"]+)"/g)].map(([, chapter]) => chapter ?? ""),
  );
  expect(named.length).toBeGreaterThan(3);
  const ladder = ["brute-force", "permutations", "scan", "flags", "bitwise", "flipped", "mirror"];
  for (const chapter of [...named, ...ladder.map((name) => `ladder/${name}.md`)]) {
    expect(existsSync(path.join("../docs", chapter.replace(/#.*/, ""))), chapter).toBe(true);
  }
});

test("beside the book the page links to its chapters", async ({ page }) => {
  await besideBook(page);
  await page.goto("./#/learn");
  await expect(page.locator(".about a")).toHaveAttribute("href", "../docs/ladder/scan.html");
});

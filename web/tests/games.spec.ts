/** What surrounds the game: where things stand, days, my puzzles, sharing, printing, drawing. */

import { readFileSync } from "node:fs";

import { type Page, expect, test } from "@playwright/test";

import { SIZES, faults, openPuzzle } from "./page";

/** Its only solution is b1, d2, a3, c4. */
const SMALL = "4x1.AABBCCBBCCDDCCDD";
const SOLUTION = ["b1", "d2", "a3", "c4"];
const HARD = "8x1.BBDCCAAABDDCCCCABDFCECGGDDFEEGGGDDFEEGEGDHFEEEEGHHFFEEEGHHHHGGGG";

const square = (page: Page, name: string) => page.locator(`[role][data-square="${name}"]`);
const game = (page: Page) => page.getByTestId("game");
const queens = (page: Page) => page.locator(".play .queens .queen");
const crosses = (page: Page) => page.locator(".play .cross.own");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const open = (page: Page, name: string) => page.locator("summary", { hasText: name }).click();

async function place(page: Page, ...names: string[]) {
  for (const name of names) {
    await square(page, name).focus();
    await page.keyboard.press("q");
  }
}

/** All of these are on the screen, whole, as soon as the page has drawn them. */
async function onScreen(page: Page, ...names: string[]) {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const name of names) {
    const outside = async () => {
      const box = await page.locator(name).first().boundingBox();
      const isInside =
        box &&
        box.y >= 0 &&
        box.y + box.height <= height + 0.5 &&
        box.x >= -4 &&
        box.x + box.width <= width + 4;
      return isInside ? "" : `${name} ${JSON.stringify(box)}`;
    };
    await expect.poll(outside).toBe("");
  }
}

for (const [width, height] of SIZES) {
  test(`at ${width} x ${height} board, message and next action are on the screen together`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: width < 1000,
      isMobile: width < 1000,
      serviceWorkers: "block",
    });
    const page = await context.newPage();
    await openPuzzle(page, HARD);
    const board = ".play .board";
    await onScreen(page, board, ".play .bar", ".play .words", ".play .tools");
    expect((await page.locator(board).boundingBox())?.height).toBeGreaterThan(
      Math.min(width, height) * 0.75,
    );
    // A hint, each of its stages.
    await button(page, "Hint").click();
    await onScreen(page, board, ".play .words", 'button:text-is("Where?")');
    await button(page, "Where?").click();
    await onScreen(page, board, ".play .words", 'button:text-is("What?")');
    await button(page, "What?").click();
    await onScreen(page, board, ".play .words", 'button:text-is("Do it")');
    await button(page, "Do it").click();
    await place(page, "a1", "h1");
    await onScreen(page, board, ".play .words", 'button:text-is("Take a1 back")');
    // A new puzzle, asked for from further down.
    await button(page, "New puzzle").scrollIntoViewIfNeeded();
    await button(page, "New puzzle").click();
    await expect(page).not.toHaveURL(new RegExp(HARD));
    await expect(page.getByTestId("level")).toContainText("medium");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await onScreen(page, board, ".play .bar", ".play .words", ".play .tools");
    // The end, and the proof.
    await openPuzzle(page, SMALL);
    await place(page, ...SOLUTION);
    await expect(game(page)).toContainText("Solved in");
    await onScreen(page, board, ".play .words", 'button:text-is("Next puzzle")');
    await button(page, "Show how it is solved").click();
    await onScreen(page, board, ".play .words", 'button:text-is("Next")');
    await context.close();
  });
}

for (const [width, height] of SIZES) {
  test(`at ${width} x ${height} the editor's board, its verdict and the regions are on the screen together`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`./#/play?draw=${HARD}`);
    await expect(page.getByTestId("judgement")).toContainText("One solution");
    await onScreen(page, ".editor .board", "[data-testid=judgement]", ".pens");
  });
}

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
  // A result: what, how long, how many hints, where; no square.
  await place(page, ...SOLUTION);
  await button(page, "Share").click();
  await expect(page.getByRole("status")).toHaveText("result copied");
  expect(await copied()).toMatch(
    /^Puzzle, 4 × 4, \w+\nSolved in \d+:\d\d, no hints\nhttp:\S+#\/play\?p=4x1\.[A-D]{16}$/,
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

test("days: today and the days before, a run of them, and what was solved", async ({ page }) => {
  await page.clock.install({ time: new Date("2026-11-24T12:00:00") });
  await page.goto("./#/play");
  await expect(game(page)).toContainText("Puzzle of November 24, 2026");
  const solve = async () => {
    for (let i = 0; i < 60; i += 1) {
      if ((await game(page).getByRole("heading").count()) > 0) return;
      await button(page, "Hint").click();
      await button(page, "Where?").click();
      await button(page, "What?").click();
      await button(page, "Do it").click();
    }
  };
  await solve();
  await expect(page.locator(".days summary")).toHaveText("Days: 1 in a row");
  await page.clock.setFixedTime(new Date("2026-11-25T09:00:00"));
  await page.goto("./#/start");
  await page.getByRole("link", { name: "Today's puzzle" }).click();
  await page.getByRole("link", { name: /^November 25, 2026, not begun$/ }).click();
  await expect(game(page)).toContainText("Puzzle of November 25, 2026");
  await solve();
  await expect(page.locator(".days summary")).toHaveText("Days: 2 in a row");
  // A day solved later is solved, but no part of the run.
  await page.getByRole("link", { name: /^November 22, 2026/ }).click();
  await expect(game(page)).toContainText("Puzzle of November 22, 2026");
  await solve();
  await expect(page.getByRole("link", { name: /^November 22, 2026, solved in/ })).toBeVisible();
  await expect(page.locator(".days summary")).toHaveText("Days: 2 in a row");
  await expect(page.locator(".days li a")).toHaveCount(31);
  expect(await faults(page)).toEqual([]);
  // It survives a reload, and the page says so at the start.
  await page.reload();
  await expect(page.locator(".days summary")).toHaveText("Days: 2 in a row");
  await page.goto("./#/start");
  const card = page.locator(".start .card", { hasText: "Today's puzzle" });
  await expect(card).toContainText(/Solved in \d+:\d\d\. 2 days in a row\./);
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
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ schema: "queens.games/1" });
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
  await context.close();
});

test("a trial is marked, and taken back as one or kept", async ({ page }) => {
  await openPuzzle(page, HARD);
  await place(page, "c1");
  await button(page, "Trial").click();
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

test("one puzzle or six are printed on one page, dark on white", async ({ page }) => {
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
  await expect.poll(printed).toBe(1);
  await expect(page.locator(".paper .board")).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".paper .board")).toBeVisible();
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.locator(".paper .ground").first()).toHaveCSS("fill", "rgb(255, 255, 255)");
  await expect(page.locator(".paper .borders")).toHaveCSS("stroke", "rgb(0, 0, 0)");
  await expect(page.locator(".paper p")).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator(".game, .more, .head, .foot").filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: null });
  expect(await pages()).toBe(1);
  await button(page, "Print six new ones").click();
  await expect.poll(printed).toBe(6);
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

test("the editor says live whether a drawing has no, one or several solutions", async ({
  page,
}) => {
  await page.goto("./#/play");
  await expect(page.getByTestId("level")).toContainText("queens");
  await page.getByRole("link", { name: "Draw your own" }).click();
  const judgement = page.getByTestId("judgement");
  await expect(judgement).toContainText("Several solutions");
  await page.getByLabel("Size").selectOption("4");
  await expect(page.getByRole("gridcell")).toHaveCount(16);
  // By clicks, by letters, and as a drag: AABB CCBB CCDD CCDD.
  const pen = (letter: string) => page.locator(".pens").getByText(letter, { exact: true }).click();
  await pen("B");
  await square(page, "c1").click();
  await square(page, "d1").click();
  await square(page, "a2").focus();
  for (const key of ["c", "ArrowRight", "c", "ArrowRight", "b", "ArrowRight", "b"]) {
    await page.keyboard.press(key);
  }
  await pen("D");
  const [from, to] = [
    await square(page, "c3").boundingBox(),
    await square(page, "d3").boundingBox(),
  ];
  if (!from || !to) throw new Error("no squares");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
  await page.mouse.up();
  await expect(page).toHaveURL(/draw=4x1\.AABBCCBBCCDDDDDD$/);
  await pen("C");
  await square(page, "a4").click();
  await square(page, "b4").click();
  await expect(page).toHaveURL(new RegExp(`draw=${SMALL}$`));
  await expect(judgement).toContainText("One solution: a puzzle. It is medium");
  expect(await faults(page)).toEqual([]);
  await square(page, "a1").click();
  await expect(page).not.toHaveURL(new RegExp(`draw=${SMALL}$`));
  await button(page, "Undo").click();
  await expect(page).toHaveURL(new RegExp(`draw=${SMALL}$`));
  await expect(judgement).toContainText("One solution");
  await page.reload();
  await expect(judgement).toContainText("One solution");
  await page.getByRole("link", { name: "Play it" }).click();
  await expect(page).toHaveURL(new RegExp(`p=${SMALL}$`));
  await place(page, ...SOLUTION);
  await expect(game(page)).toContainText("Solved");
  // A board without a solution says why.
  await page.goto("./#/play?draw=4x1.AAAABBBBCCCCDDDD");
  await expect(judgement).toContainText("Several solutions");
  await page.goto("./#/play?draw=4x1.ABBBBBBBBBCCBBCD");
  await expect(judgement).toContainText(/No solution\. \w+/);
});

test("a board is read from a picture: chosen, pasted or dropped", async ({ page }) => {
  await openPuzzle(page, HARD);
  await place(page, "c1");
  const picture = await page.locator(".play .board").screenshot();
  const named = (text: string) => {
    // The letters of regions by their first square.
    const letters = new Map<string, number>();
    return [...text].map((letter) => {
      if (!letters.has(letter)) letters.set(letter, letters.size);
      return letters.get(letter);
    });
  };
  const isFound = async () => {
    await expect(page).toHaveURL(/draw=8x1/);
    await expect(page.getByTestId("judgement")).toContainText(
      "This board was found in the picture. One solution",
    );
    const [, letters = ""] = /draw=8x1\.(\w+)/.exec(page.url()) ?? [];
    expect(named(letters)).toEqual(named(HARD.slice(4)));
  };
  await open(page, "A puzzle from a picture");
  const file = page.locator('.play input[type="file"][accept^="image"]');
  await file.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: picture });
  await isFound();
  expect(await faults(page)).toEqual([]);
  await page.goto("./#/play?p=4x1.AABBCCBBCCDDCCDD");
  await expect(page.getByTestId("level")).toContainText("medium");
  for (const kind of ["paste", "drop"] as const) {
    await page.evaluate(
      ({ kind, bytes }) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], "a.png", { type: "image/png" }));
        const about = { bubbles: true, cancelable: true };
        document.body.dispatchEvent(
          kind === "paste"
            ? new ClipboardEvent("paste", { ...about, clipboardData: data })
            : new DragEvent("drop", { ...about, dataTransfer: data }),
        );
      },
      { kind, bytes: [...picture] },
    );
    await isFound();
    await page.getByRole("link", { name: "Back to the game" }).click();
    await expect(page.getByTestId("level")).toBeVisible();
  }
  // What is no board is refused, in its place.
  await open(page, "A puzzle from a picture");
  await file.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("none") });
  await expect(page.getByRole("alert")).toContainText("no picture");
});

/** Puzzles that are drawn, or read from a picture. */

import { type Page, expect, test } from "@playwright/test";

import { HARD, SMALL, SOLUTION, button, faults, openPuzzle, place } from "./page";

const square = (page: Page, name: string) => page.locator(`[role][data-square="${name}"]`);
const game = (page: Page) => page.getByTestId("game");
const open = (page: Page, name: string) => page.locator("summary", { hasText: name }).click();

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
  // A click that changes nothing leaves nothing to undo.
  await square(page, "a1").click();
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

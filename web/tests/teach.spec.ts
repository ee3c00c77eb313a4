/** For classes: the bar of a lesson, the projector, the log of steps. And what a picture leaves in doubt. */

import { expect, test } from "@playwright/test";

import { LESSONS } from "../src/lessons";
import { button, faults, openPuzzle } from "./page";

test("the bar of a lesson goes along, from step to step and over sections", async ({ page }) => {
  await page.goto("./#/learn?part=class&lesson=1&at=1");
  await page.getByRole("link", { name: /^Teach it/ }).click();
  const bar = page.getByRole("region", { name: "Lesson", exact: true });
  const steps = LESSONS[0]?.steps ?? [];
  for (const [index, { text, show }] of steps.entries()) {
    await expect(bar).toContainText(`Lesson 1, step ${index + 1} of ${steps.length}`);
    await expect(bar).toContainText(text);
    const address = show?.address ?? `#/learn?part=class&lesson=1&at=${index + 1}`;
    await expect.poll(() => page.url()).toContain(address);
    if (index === 0) expect(await faults(page)).toEqual([]);
    await bar.getByRole("link", { name: "Next" }).click();
  }
  // On to the next lesson, and back.
  await expect(bar).toContainText("Lesson 2, step 1");
  await bar.getByRole("link", { name: "Back" }).click();
  await expect(bar).toContainText(`Lesson 1, step ${steps.length}`);
  await page.reload();
  await expect(bar).toContainText(`Lesson 1, step ${steps.length}`);
  await bar.getByRole("link", { name: /^Lesson 1/ }).click();
  await expect(page.locator(".step-text")).toHaveText(steps.at(-1)?.text ?? "");
  await bar.getByRole("button", { name: "End the lesson" }).click();
  await expect(bar).toHaveCount(0);
});

test("on a projector type is large, and the board and the current line of code are seen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("./#/learn?member=backtrack_scan&n=6&step=60");
  await expect(page.locator(".code .current")).toHaveCount(1);
  for (const on of [false, true]) {
    if (on) await button(page, "Projector").click();
    for (const part of [".lane .board", ".lane .words", ".stepper", ".code .current"]) {
      const box = await page.locator(part).boundingBox();
      expect(box?.y ?? -1, part).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 999), part).toBeLessThanOrEqual(720);
    }
    // No line is cut.
    const cut = await page
      .locator(".code")
      .evaluate((code) => code.scrollWidth > (code.parentElement?.clientWidth ?? 0));
    expect(cut).toBe(false);
  }
  await expect(page.locator("html")).toHaveCSS("font-size", "22px");
  await expect(page.locator(".aside, .foot, .lead").filter({ visible: true })).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  await button(page, "Projector").click();
  await expect(page.locator("html")).toHaveCSS("font-size", "16px");
});

for (const [width, height] of [
  [1280, 720],
  [1024, 768],
  [820, 1180],
] as const) {
  test(`on a projector of ${width} x ${height} the bar takes nothing from the board`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("./#/learn?part=class&lesson=2&at=4");
    await button(page, "Projector").click();
    await page.getByRole("link", { name: /^Teach it/ }).click();
    for (const address of ["learn?member=backtrack_scan&n=4", "learn?member=bitwise&n=6"]) {
      await page.evaluate((hash) => (location.hash = hash), `#/${address}`);
      await expect(page.locator(".code")).toContainText("place");
      const [board, stepper] = [page.locator(".lane .board"), page.locator(".controls")];
      await expect(stepper).toBeInViewport({ ratio: 1 });
      const [above, below] = [await board.boundingBox(), await stepper.boundingBox()];
      expect((above?.y ?? 0) + (above?.height ?? Infinity), address).toBeLessThanOrEqual(
        below?.y ?? 0,
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    // The longest step is read whole.
    await page.goto("./#/learn?part=class&lesson=1&at=3");
    await page.getByRole("link", { name: /^(Teach it|Go on)/ }).click();
    const words = page.getByRole("region", { name: "Lesson", exact: true }).locator("p");
    expect(await words.evaluate((p) => p.scrollHeight - p.clientHeight)).toBeLessThanOrEqual(1);
  });
}

test("the last steps are listed, and a click goes back to one", async ({ page }) => {
  await page.goto("./#/learn?member=backtrack_scan&n=4&step=300");
  const log = page.locator(".log");
  await page.goto("./#/learn?member=backtrack_scan&n=4&step=5");
  await expect(log.getByRole("button")).toHaveText([
    "5 Try b2",
    "4 Reject a2, the queen on a1 attacks it",
    "3 Try a2",
    "2 Place a queen on a1",
    "1 Try a1",
  ]);
  await log.getByRole("button", { name: /^2 / }).click();
  await expect(page.locator(".words")).toHaveText("Place a queen on a1");
  await expect(page).toHaveURL(/step=2$/);
});

test("a puzzle is made again from its seed", async ({ page }) => {
  await openPuzzle(page, "4x1.AABBCCBBCCDDCCDD");
  await page.getByLabel("Seed").fill("12345");
  await page.getByLabel("Size").selectOption("6");
  await button(page, "New puzzle").click();
  await expect(page.getByTestId("level")).toContainText("seed 12345");
  const address = page.url();
  await page.getByLabel("Seed").fill("7");
  await button(page, "New puzzle").click();
  await expect(page.getByTestId("level")).toContainText("seed 7");
  expect(page.url()).not.toBe(address);
  await page.getByLabel("Seed").fill("12345");
  await button(page, "New puzzle").click();
  await expect(page.getByTestId("level")).toContainText("seed 12345");
  await expect(page).toHaveURL(address);
});

test("a picture in doubt opens in the editor, and the squares to look at are marked", async ({
  page,
}) => {
  await openPuzzle(page, "4x1.AABBCCBBCCDDCCDD");
  // Six by six squares in three colors only.
  const picture = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 420, height: 420 });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, 420, 420);
    for (let square = 0; square < 36; square += 1) {
      const [row, column] = [Math.floor(square / 6), square % 6];
      context.fillStyle = ["#e06060", "#60a0e0", "#60c080"][Math.floor(row / 2)] ?? "";
      context.fillRect(30 + 60 * column, 30 + 60 * row, 60, 60);
      context.strokeStyle = "#222";
      context.strokeRect(30 + 60 * column, 30 + 60 * row, 60, 60);
    }
    return canvas.toDataURL("image/png");
  });
  await page.locator("summary", { hasText: "A puzzle from a picture" }).click();
  await page.locator('.play input[type="file"][accept^="image"]').setInputFiles({
    name: "a.png",
    mimeType: "image/png",
    buffer: Buffer.from(picture.split(",")[1] ?? "", "base64"),
  });
  await expect(page).toHaveURL(/draw=6x1\.A{12}B{12}C{12}$/);
  await expect(page.getByTestId("judgement")).toContainText(/not clearly 6/);
  await expect(page.locator(".editor .doubt")).toHaveCount(12);
  expect(await faults(page)).toEqual([]);
});

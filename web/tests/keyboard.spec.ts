/** No mouse: from the address to a solved puzzle, and to a count. */

import { type Page, expect, test } from "@playwright/test";

import { SMALL, SOLUTION } from "./page";

/** Presses Tab until something matches; every stop on the way is seen to have the focus. */
async function tabTo(page: Page, wanted: string) {
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press("Tab");
    const state = await page.evaluate((selector) => {
      const at = document.activeElement as HTMLElement;
      const { outlineStyle, boxShadow } = getComputedStyle(at);
      const inside = at.closest("label");
      const ring = inside ? getComputedStyle(inside).outlineStyle : "none";
      return {
        name: at.outerHTML.slice(0, 120),
        isThere: at.matches(selector),
        isSeen:
          outlineStyle !== "none" ||
          boxShadow !== "none" ||
          ring !== "none" ||
          at.closest("svg") !== null,
      };
    }, wanted);
    expect(state.isSeen, state.name).toBe(true);
    if (state.isThere) return;
  }
  throw new Error(`no stop of Tab is ${wanted}`);
}

test("a puzzle is opened, solved and shared by keyboard alone", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`./#/play?p=${SMALL}`);
  await expect(page.getByTestId("level")).toContainText("4 × 4");
  await tabTo(page, "[data-square]");
  let at = "a1";
  for (const name of SOLUTION) {
    const [column, row] = [name.charCodeAt(0) - at.charCodeAt(0), Number(name[1]) - Number(at[1])];
    const go = async (key: string, times: number) => {
      for (let i = 0; i < times; i += 1) await page.keyboard.press(key);
    };
    await go(column > 0 ? "ArrowRight" : "ArrowLeft", Math.abs(column));
    await go(row > 0 ? "ArrowDown" : "ArrowUp", Math.abs(row));
    await page.keyboard.press("q");
    at = name;
  }
  await expect(page.getByTestId("game")).toContainText("Solved in");
  await tabTo(page, ".act button:nth-of-type(2)");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Copied ✓" })).toBeVisible();
});

test("a board is counted by keyboard alone", async ({ page }) => {
  await page.goto("./#/start");
  await page.locator("h1").waitFor();
  await tabTo(page, 'header a[href="#/measure"]');
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Measure" })).toBeVisible();
  await tabTo(page, 'input[type="number"], input[inputmode="numeric"]');
  await page.keyboard.press("Control+a");
  await page.keyboard.type("10");
  await tabTo(page, "button.primary");
  await page.keyboard.press("Enter");
  await expect(page.locator(".measure")).toContainText("724");
});

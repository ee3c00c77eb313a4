import { type Page, expect, test } from "@playwright/test";

import { faults } from "./page";

const square = (page: Page, name: string) => page.locator(`[role][data-square="${name}"]`);
const message = (page: Page) => page.getByTestId("message");
const said = (page: Page) => page.getByRole("status");
const queens = (page: Page) => page.locator(".start > .board .queen");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("conflicts are shown, in lines and in words, and announced", async ({ page }) => {
  await page.goto("./");
  await expect(message(page)).toHaveText("Click a square to place a queen.");
  await square(page, "a1").click();
  await expect(message(page)).toHaveText("5 queens are left to place.");
  await square(page, "c3").click();
  await expect(message(page)).toHaveText("The queens on a1 and c3 attack each other.");
  await expect(page.locator(".start .clash")).toHaveCount(1);
  await expect(said(page)).toHaveText("queen on c3. The queens on a1 and c3 attack each other.");
  expect(await faults(page)).toEqual([]);
  await button(page, "Undo").click();
  await expect(page.locator(".start .clash")).toHaveCount(0);
  await button(page, "Clear").click();
  await expect(queens(page)).toHaveCount(0);
});

test("hints lead to a solution, by keyboard too", async ({ page }) => {
  await page.goto("./");
  for (let placed = 0; placed < 6; placed += 1) {
    await button(page, "Hint").click();
    await expect(message(page)).toHaveText(/^A queen on [a-f][1-6] leads to a solution\.$/);
    await expect(said(page)).toHaveText(/leads to a solution/);
    const [name = ""] = /[a-f][1-6]/.exec((await message(page).textContent()) ?? "") ?? [];
    await square(page, name).focus();
    await page.keyboard.press("Enter");
  }
  await expect(message(page)).toHaveText(/^Solved: six queens, and none attacks another. Next: /);
  await expect(page.locator(".start .button.primary")).toBeVisible();
  await expect(said(page)).toHaveText("Solved");
  await expect(button(page, "Hint")).toBeDisabled();
});

test("a hint says which queen to take back", async ({ page }) => {
  await page.goto("./");
  // No solution of six queens has one in a corner.
  await square(page, "b1").click();
  await square(page, "f6").click();
  await button(page, "Hint").click();
  await expect(message(page)).toHaveText("No solution has all of these queens. Take back f6.");
  await square(page, "f6").click();
  await square(page, "b3").click();
  await button(page, "Hint").click();
  await expect(message(page)).toHaveText(/^Take back the queen on b3/);
});

test("each card leads to its section", async ({ page }) => {
  for (const [name, heading] of [
    ["Today's puzzle", "Play"],
    ["Watch an algorithm", "Learn"],
    ["Count the solutions", "Measure"],
    ["Solve a board", "Solve"],
  ] as const) {
    await page.goto("./#/start");
    const card = page.locator(".start .card", { hasText: name });
    await expect(card.locator("svg")).toBeVisible();
    // Anywhere on it.
    await card.click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  }
});

test("what the first screen loads is small, and the engine is not part of it", async ({ page }) => {
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    sizes.set(
      response.url(),
      response.body().then((body) => body.length),
    );
  });
  await page.goto("./");
  await expect(message(page)).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect([...sizes.keys()].filter((url) => url.endsWith(".wasm"))).toEqual([]);
  let total = 0;
  for (const size of sizes.values()) total += await size;
  // Not compressed.
  expect(total).toBeLessThan(200_000);
});

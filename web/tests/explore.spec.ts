import { expect, test } from "@playwright/test";

test("all solutions are listed, and fall into orbits", async ({ page }) => {
  await page.goto("./#/explore");
  await expect(page.locator(".sum")).toHaveText(
    "n = 8: 92 = 11 × 8 + 1 × 4 solutions, 12 of them fundamental, as published (OEIS A000170).",
  );
  await expect(page.locator(".list li")).toHaveCount(24);
  await expect(page.locator(".list button").first()).toHaveAccessibleName(
    "Solution 1: 1 5 8 6 3 7 2 4",
  );
  await page.getByRole("button", { name: "Later" }).click();
  await expect(page.locator(".list button").first()).toHaveAccessibleName(/^Solution 25:/);
  await page.getByLabel("fundamental").check();
  await expect(page.locator(".list li")).toHaveCount(12);
  await page.getByRole("combobox", { name: "Board" }).selectOption("3");
  await expect(page.locator(".sum")).toHaveText("The 3 by 3 board has no solution.");
  await page.getByRole("combobox", { name: "Board" }).selectOption("12");
  await expect(page.locator(".sum")).toContainText("14 200 = 1 765 × 8 + 18 × 4 + 4 × 2 solutions");
});

test("a symmetry turns the board into another solution", async ({ page }) => {
  await page.goto("./#/explore?n=4");
  const board = page.getByRole("grid");
  await expect(board).toHaveAccessibleName(/queens on b1, d2, a3, c4/);
  await expect(page.getByRole("status").first()).toHaveText(
    "2 different images: quarter turn and half turn and three quarter turn leave the board unchanged.",
  );
  await page.getByRole("button", { name: "mirror" }).click();
  await expect(board).toHaveAccessibleName(/queens on c1, a2, d3, b4/);
  await page.getByRole("button", { name: /^quarter turn/ }).click();
  await expect(board).toHaveAccessibleName(/queens on c1, a2, d3, b4/);
});

test("the lines of a square are shown under the pointer and the focus", async ({ page }) => {
  await page.goto("./#/explore?n=8");
  const board = page.getByRole("grid");
  await board.locator('[data-square="d4"]').hover();
  // A queen on d4 of an 8 by 8 board reaches 27 squares.
  await expect(board.locator(".reach")).toHaveCount(27);
  await board.locator('[data-square="a1"]').focus();
  await expect(board.locator(".reach")).toHaveCount(21);
  await page.keyboard.press("ArrowDown");
  await expect(board.locator('[data-square="a2"]')).toBeFocused();
});

test("the numbers are drawn and told, those beyond the record with their error", async ({
  page,
}) => {
  await page.goto("./#/explore?n=5");
  await expect(page.locator(".chart canvas")).toHaveCount(2);
  const estimated = page.getByText("estimated with 20 000 probes for each size, seed 1");
  await expect(estimated).toBeVisible();
  await page.getByText("The numbers", { exact: true }).click();
  const row = (n: number) => page.locator("table.data tbody tr").nth(n - 1);
  await expect(row(8)).toContainText("92");
  // Q(27), the largest that is known.
  await expect(row(27)).toContainText("234 907 967 154 122 528");
  await expect(row(28)).toContainText(/2\.\d{3}e\+18 ± \d+\.\d %/);
});

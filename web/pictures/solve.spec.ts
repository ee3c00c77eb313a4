import { expect, test } from "@playwright/test";

import { take } from "./take";

test("Solve", async ({ page }) => {
  await page.goto("./#/solve?n=8&q=a1");
  await expect(page.getByTestId("ways")).toContainText("4 ways");
  await page.getByRole("button", { name: "Hint" }).click();
  await take(page, "page-solve", { fullPage: true });
});

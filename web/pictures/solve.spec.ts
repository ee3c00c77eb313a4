import { expect, test } from "@playwright/test";

test("Solve", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto("./#/solve?n=8&q=a1");
  await expect(page.getByTestId("ways")).toContainText("4 ways");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.screenshot({ path: "../docs/pictures/page-solve.png", fullPage: true });
});

import { expect, test } from "@playwright/test";

test("Explore", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto("./#/explore?n=8&show=fundamental&pick=4");
  await expect(page.getByText("estimated with")).toBeVisible();
  await page.locator('.turning [data-square="d5"]').hover();
  await page.screenshot({ path: "../docs/pictures/page-explore.png", fullPage: true });
});

import { expect, test } from "@playwright/test";

import { take } from "./take";

test("Start", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("./#/start");
  for (const name of ["b1", "d2", "f4"]) {
    await page.locator(`[role][data-square="${name}"]`).click();
  }
  await expect(page.getByTestId("message")).toContainText("attack each other");
  await take(page, "page-start");
});

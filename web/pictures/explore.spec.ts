import { expect, test } from "@playwright/test";

import { take } from "./take";

test("Explore", async ({ page }) => {
  await page.goto("./#/explore?n=8&show=fundamental&pick=4");
  await expect(page.getByText("estimated with")).toBeVisible();
  await page.locator('.explore .picture [data-square="d5"]').focus();
  await take(page, "page-explore", { fullPage: true });
});

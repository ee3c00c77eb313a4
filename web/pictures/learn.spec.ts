import { expect, test } from "@playwright/test";

import { take } from "./take";

test("Learn", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("./#/learn?member=bitwise&n=8&step=8");
  await expect(page.locator(".words")).toHaveText("Place a queen on g4");
  await take(page, "page-learn");
});

test("the lesson", async ({ page }) => {
  await page.goto("./#/learn?part=shift");
  await page.getByRole("button", { name: "Queens as at first" }).click();
  await take(page, "page-lesson", { of: page.locator(".lesson") });
});

test("counting by color", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1400 });
  await page.goto("./#/learn?part=color&n=6");
  await expect(page.getByTestId("equation")).toBeVisible();
  await take(page, "page-color");
});

import { expect, test } from "@playwright/test";

test("Learn", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1090 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  // The third solution's last queen but one.
  await page.goto("./#/learn?member=bitwise&n=8&step=359");
  await expect(page.locator(".words")).toContainText("Place a queen");
  await page.locator(".learn-body").scrollIntoViewIfNeeded();
  await page.screenshot({ path: "../docs/pictures/page-learn.png" });
});

test("the lesson", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto("./#/learn");
  const lesson = page.locator(".lesson");
  await expect(page.locator(".words")).toBeVisible();
  await lesson.screenshot({ path: "../docs/pictures/page-lesson.png" });
});

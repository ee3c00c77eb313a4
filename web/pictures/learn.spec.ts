import { expect, test } from "@playwright/test";

test("Learn", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1075 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto("./#/learn?member=bitwise&n=8&step=8");
  await expect(page.locator(".words")).toHaveText("Place a queen on g4");
  await page.screenshot({ path: "../docs/pictures/page-learn.png" });
});

test("the lesson", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto("./#/learn?part=shift");
  const lesson = page.locator(".lesson");
  await page.getByRole("button", { name: "Queens as at first" }).click();
  await lesson.screenshot({ path: "../docs/pictures/page-lesson.png" });
});

test("counting by color", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1400 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto("./#/learn?part=color&n=6");
  await expect(page.getByTestId("equation")).toBeVisible();
  await page.screenshot({ path: "../docs/pictures/page-color.png" });
});

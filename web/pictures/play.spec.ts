import { expect, test } from "@playwright/test";

test("Play", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.clock.install({ time: new Date("2026-11-23T12:00:00") });
  await page.goto(
    "./#/play?p=8x1.BBDCCAAABDDCCCCABDFCECGGDDFEEGGGDDFEEGEGDHFEEEEGHHFFEEEGHHHHGGGG",
  );
  await expect(page.getByTestId("level")).toContainText("hard");
  await page.locator('[data-square="d8"]').focus();
  await page.keyboard.press("q");
  for (const name of ["Hint", "Where?", "What?"]) {
    await page.getByRole("button", { name }).click();
  }
  await expect(page.getByTestId("hint")).toBeVisible();
  await page.screenshot({ path: "../docs/pictures/page-play.png", fullPage: true });
});

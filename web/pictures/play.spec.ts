import { expect, test } from "@playwright/test";

import { take } from "./take";

test("Play", async ({ page }) => {
  await page.clock.setFixedTime(new Date("2026-11-23T12:00:00Z"));
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
  await take(page, "page-play", { varies: ".clock" });
});

import { expect, test } from "@playwright/test";

import { take } from "./take";

test("Measure", async ({ page }) => {
  test.setTimeout(600_000);
  await page.goto("./#/measure");
  for (const n of [14, 15, 16]) {
    await page.getByLabel("Size n").fill(String(n));
    await page.getByRole("button", { name: `Count n = ${n}` }).click();
    await expect(page.getByTestId("counts").getByRole("rowheader").first()).toHaveText(String(n), {
      timeout: 120_000,
    });
  }
  await page.getByLabel("Sizes up to").fill("12");
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByRole("status")).toHaveText("the comparison is done", { timeout: 500_000 });
  await take(page, "page-measure", { fullPage: true, varies: "td, tbody th, span.quiet" });
});

import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

const SECTIONS = ["learn", "explore", "solve", "measure", "watch"];

for (const section of SECTIONS) {
  test(`${section} opens by its address and by the navigation`, async ({ page }) => {
    await page.goto(`./#/${section}`);
    const title = new RegExp(`^${section}`, "i");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    const link = page.getByRole("navigation").getByRole("link", { name: title });
    await expect(link).toHaveAttribute("aria-current", "page");
  });
}

/** What axe looks at: each section, and states of them with more to see. */
const STATES = [
  ...SECTIONS,
  "learn?member=mirror&n=5&step=4",
  "learn?member=backtrack_scan&against=bitwise&n=6&step=40",
  "explore?n=4&show=fundamental",
];

for (const state of STATES) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`${state} has no fault that axe finds, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.goto(`./#/${state}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
      await expect(page.getByText(/^(Loading|Listing the solutions)/)).toHaveCount(0);
      await page.waitForLoadState("networkidle");
      // A button that is enabled while axe looks is seen with the colours of one that is not.
      await expect(page.getByText(/^estimating with/)).toHaveCount(0, { timeout: 40_000 });
      for (const summary of await page.locator("summary").all()) await summary.click();
      const report = await new AxeBuilder({ page }).analyze();
      const faults = report.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
      expect(faults).toEqual([]);
    });
  }
}

test("the theme can be chosen and is kept", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("./");
  await page.getByLabel("Theme").selectOption("dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

import { expect, test } from "@playwright/test";

import { SECTIONS, complete, faults } from "./page";

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
  test(`${state} has no fault that axe finds, light or dark`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.goto(`./#/${state}`);
    await complete(page);
    for (const summary of await page.locator("summary").all()) await summary.click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    expect(await faults(page)).toEqual([]);
    // The theme changes colors and nothing else: these are the rules that look at them. A plot is drawn again, which
    // takes as long as it takes.
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect.poll(() => faults(page, ["color-contrast", "link-in-text-block"])).toEqual([]);
  });
}

test("the theme can be chosen and is kept", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("./");
  await page.getByLabel("Theme").selectOption("dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

import { expect, test } from "@playwright/test";

import { HEADINGS, SECTIONS, complete, faults } from "./page";

test("each section opens by its address and by the header", async ({ page }) => {
  for (const section of SECTIONS) {
    const other = section === "start" ? "learn" : "start";
    await page.goto(`./#/${other}`);
    const header = page.getByRole("banner");
    const link = header.getByRole("link", {
      name: section === "start" ? "queens, to the start" : new RegExp(`^${section}$`, "i"),
    });
    await expect(link).not.toHaveAttribute("aria-current");
    await link.click();
    await expect(page).toHaveURL(new RegExp(`#/${section}`));
    const heading = page.getByRole("heading", { level: 1, name: HEADINGS[section] });
    await expect(heading).toBeVisible();
    await expect(link).toHaveAttribute("aria-current", "page");
    await page.goto(`./#/${other}`);
    await page.goto(`./#/${section}`);
    await expect(heading).toBeVisible();
  }
});

test("the header fits at every width", async ({ page }) => {
  await page.goto("./#/start");
  for (let width = 320; width <= 1280; width += 16) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, `${width}`).toBeLessThanOrEqual(width);
  }
});

test("the page begins with the start", async ({ page }) => {
  await page.goto("./");
  await expect(page.getByRole("heading", { level: 1, name: HEADINGS.start })).toBeVisible();
});

test("a primary button keeps its color after a tap", async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await page.goto("./#/start");
  const hint = page.getByRole("button", { name: "Hint" });
  const color = () => hint.evaluate((button) => getComputedStyle(button).backgroundColor);
  const before = await color();
  await hint.tap();
  await expect(page.getByTestId("message")).toContainText("leads to a solution");
  expect(await color()).toBe(before);
  expect((await hint.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await context.close();
});

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

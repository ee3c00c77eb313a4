/** What several tests ask of a page. */

import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";

/** The sections, and how their headings begin. */
export const HEADINGS = {
  start: /^The n queens puzzle/,
  learn: /^Learn/,
  explore: /^Explore/,
  solve: /^Solve/,
  play: /^Play/,
  measure: /^Measure/,
  watch: /^Watch/,
} as const;
/** The screens that the layout is made for: phones upright and sideways, a tablet, a laptop, a desktop. */
export const SIZES = [
  [360, 640],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1366, 650],
  [1920, 1080],
] as const;

export const SECTIONS = Object.keys(HEADINGS) as (keyof typeof HEADINGS)[];

/** Serves the page as if the book lay beside it. */
export async function besideBook(page: Page) {
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace(
      'name="queens-book" content=""',
      'name="queens-book" content="../docs/"',
    );
    return route.fulfill({ response, body });
  });
}

/** Plays a puzzle: it is on the page, not the one before it, and its level is known. */
export async function openPuzzle(page: Page, compact: string) {
  const [n] = compact.split("x");
  await page.goto(`./#/play?p=${compact}`);
  await expect(page.getByTestId("level")).toContainText(
    new RegExp(`^${n} × ${n}, (easy|medium|hard|expert) `),
  );
}

/** What axe finds: by all its rules, or only by some. */
export async function faults(page: Page, rules?: string[]) {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  // The other mode opens a second page to join the reports of frames; this page has none.
  axe.setLegacyMode();
  const report = await (rules ? axe.withRules(rules) : axe).analyze();
  return report.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
}

/** Waits until a section, opened without a server, shows everything that it loads and computes by itself. */
export async function complete(page: Page) {
  const [, section = ""] = /^#\/(\w+)/.exec(new URL(page.url()).hash) ?? [];
  const name = HEADINGS[section as keyof typeof HEADINGS];
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  switch (section) {
    case "start":
      await expect(page.getByTestId("message")).toBeVisible();
      break;
    case "learn":
      await expect(page.getByRole("slider", { name: /^Step .* of / })).toBeVisible();
      for (const tree of await page.locator(".tree").all()) {
        await expect(tree.getByRole("img", { name: /^The search tree so far/ })).toBeVisible();
      }
      break;
    case "explore":
      await expect(
        page.getByRole("list", { name: "The eight symmetries" }).getByRole("button"),
      ).toHaveCount(8);
      await expect(page.getByText(/^estimated with/)).toBeVisible();
      break;
    case "solve":
      await expect(page.getByTestId("ways")).toHaveText(/^In .* ways? /);
      break;
    case "play":
      await expect(page.getByTestId("level")).toBeVisible();
      break;
    case "measure":
      await expect(page.getByRole("checkbox", { name: "bitwise" })).toBeVisible();
      break;
    case "watch":
      await expect(page.getByTestId("absent")).toBeVisible();
      break;
    default:
      throw new Error(`no section: ${page.url()}`);
  }
  await expect(page.getByText(/^(Loading|Listing|Looking)/)).toHaveCount(0);
}

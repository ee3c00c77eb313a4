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
/** The screens that the layout is made for: desktop, projector, tablets, phones upright and sideways. */
export const SIZES = [
  [1920, 1080],
  [1280, 720],
  [1024, 768],
  [820, 1180],
  [390, 844],
  [360, 640],
  [844, 390],
] as const;

/** Puzzles: the first has b1, d2, a3, c4 as its only solution. */
export const SMALL = "4x1.AABBCCBBCCDDCCDD";
export const SOLUTION = ["b1", "d2", "a3", "c4"];
export const HARD = "8x1.BBDCCAAABDDCCCCABDFCECGGDDFEEGGGDDFEEGEGDHFEEEEGHHFFEEEGHHHHGGGG";

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

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Places queens by keyboard. */
export async function place(page: Page, ...names: string[]) {
  for (const name of names) {
    await page.locator(`.play [data-square="${name}"]`).focus();
    await page.keyboard.press("q");
  }
}

/** Solves the puzzle that is on the board, and places its queens: in the test, not by the engine. */
export async function solve(page: Page) {
  const regions = await page
    .locator(".play [role=gridcell]")
    .evaluateAll((all) =>
      all.map((one) => /region (\w+)/.exec(one.getAttribute("aria-label") ?? "")?.[1] ?? ""),
    );
  const n = Math.sqrt(regions.length);
  const fill = (columns: readonly number[]): readonly number[] | null => {
    const row = columns.length;
    if (row === n) return columns;
    const taken = new Set(columns.map((column, other) => regions[other * n + column]));
    for (let column = 0; column < n; column += 1) {
      const touches = Math.abs((columns[row - 1] ?? -9) - column) < 2;
      if (touches || columns.includes(column) || taken.has(regions[row * n + column])) continue;
      const all = fill([...columns, column]);
      if (all) return all;
    }
    return null;
  };
  const columns = fill([]) ?? [];
  expect(columns).toHaveLength(n);
  await place(
    page,
    ...columns.map((column, row) => `${String.fromCharCode(97 + column)}${row + 1}`),
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

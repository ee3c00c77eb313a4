/** The book that the page brings along. */

import { expect, test } from "@playwright/test";

import { HARD, SECTIONS, button, complete, faults, openPuzzle } from "./page";

test("every link into the book and within it leads to a chapter, and to the section it names", async ({
  page,
  request,
  baseURL,
}) => {
  const links = new Set<string>();
  for (const address of [
    ...SECTIONS,
    ...["scan", "backtrack_flags", "bitwise"].map((name) => `learn?member=${name}`),
    ...["color", "class", "questions"].map((name) => `learn?part=${name}`),
  ]) {
    await page.goto(`./#/${address}`);
    await page.locator("main h1").waitFor();
    if (!address.includes("?")) await complete(page);
    const all = page.locator('a[target="queens-book"]');
    for (const href of await all.evaluateAll((found) =>
      found.map((link) => (link as HTMLAnchorElement).href),
    ))
      links.add(href);
  }
  await openPuzzle(page, HARD);
  await button(page, "Hint").click();
  links.add(
    await page
      .getByTestId("hint")
      .getByRole("link")
      .evaluate((link) => (link as HTMLAnchorElement).href),
  );
  expect(links.size).toBeGreaterThan(9);

  const book = new URL("book/", baseURL).href;
  links.add(new URL("index.html", book).href);
  const texts = new Map<string, string>();
  // The set grows while it is walked through.
  for (const link of links) {
    const [chapter = "", section] = link.split("#");
    expect(chapter.startsWith(book), link).toBe(true);
    let text = texts.get(chapter);
    if (text === undefined) {
      const answer = await request.get(chapter);
      expect(answer.ok(), link).toBe(true);
      text = await answer.text();
      texts.set(chapter, text);
      for (const [, href = ""] of text.matchAll(/ href="([^"]+)"/g))
        if (!/^https?:/.test(href)) links.add(new URL(href, chapter).href);
    }
    if (section !== undefined) expect(text, link).toContain(` id="${decodeURI(section)}"`);
  }
  expect(texts.size).toBeGreaterThan(35);
});

test("chapters are accessible and fit a phone; what is wider scrolls", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const chapter of ["index", "guide/techniques", "formats", "compare", "color"]) {
    await page.goto(`./book/${chapter}.html`);
    expect(await faults(page), chapter).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), chapter).toBe(360);
  }
  await page.goto("./book/index.html");
  await page.getByRole("link", { name: "Techniques" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Techniques");
  await page.getByRole("link", { name: /^Next: / }).click();
  await page.getByRole("link", { name: "Contents" }).click();
  await expect(page).toHaveTitle("Contents");
});

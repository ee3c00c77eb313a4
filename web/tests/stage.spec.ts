/** Where things stand, on each screen: the board is large, what belongs to it is seen with it, and nothing moves. */

import { type Browser, type Page, expect, test } from "@playwright/test";

import {
  HARD,
  SECTIONS,
  SIZES,
  SMALL,
  SOLUTION,
  button,
  complete,
  openPuzzle,
  place,
} from "./page";

/** A page with a screen of this size: a phone or a tablet has a finger. */
async function screen(browser: Browser, width: number, height: number): Promise<Page> {
  const isMobile = Math.min(width, height) < 700;
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: isMobile,
    isMobile,
    serviceWorkers: "block",
  });
  return context.newPage();
}

const show = (page: Page, address: string) =>
  page.evaluate((hash) => (location.hash = hash), `#/${address}`);

/** All of these are on the screen, whole, as soon as the page has drawn them. */
async function onScreen(page: Page, where: string, ...parts: string[]) {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const part of parts) {
    const outside = async () => {
      const box = await page.locator(part).first().boundingBox();
      const isInside =
        box &&
        box.y >= -0.5 &&
        box.y + box.height <= height + 0.5 &&
        box.x >= -0.5 &&
        box.x + box.width <= width + 0.5;
      return isInside ? "" : JSON.stringify(box);
    };
    await expect.poll(outside, { message: `${where}: ${part}`, timeout: 5000 }).toBe("");
  }
}

/** Nothing is wider than the screen, and the board has the larger part of its shorter side. */
async function isFit(page: Page, where: string, board = ".stage .board") {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(wide, { message: `${where}: width`, timeout: 5000 }).toBeLessThanOrEqual(width);
  if (board === "") return;
  const box = await page.locator(board).first().boundingBox();
  expect(box?.width ?? 0, `${where}: board`).toBeGreaterThan(Math.min(width, height) * 0.5);
}

/** An address, what shows that it is there, and what is to be seen with the board. */
const VIEWS: readonly [string, string, ...string[]][] = [
  ["start", ".start .board", ".start .board", "[data-testid=message]", ".start button"],
  ["learn?step=6", ".words.is-reject", ".lane .words", ".lane .board", ".stepper"],
  ["learn?member=bitwise&step=8", ".words.is-place", ".lane .words", ".lane .board", ".stepper"],
  ["learn?guess=1", ".score", ".lane .words", ".lane .board", ".answers-row", ".score"],
  ["learn?part=shift", ".lesson .board", ".lesson .board", ".lesson-controls .primary"],
  [
    "learn?part=color",
    ".equation",
    ".color-lesson .board",
    ".equation",
    ".verdict",
    ".story .primary",
  ],
  ["explore?n=8&pick=3", ".images button", ".explore .board", ".turn [role=status]", ".choices"],
  ["solve?n=8&q=a1", "[data-testid=ways]", ".solve .board", ".verdict h2", ".actions"],
  ["solve?n=32&q=a1.b2", ".verdict .pairs", ".solve .board", ".verdict h2", ".actions"],
  [`play?draw=${HARD}`, ".editor .notice.good", ".editor .board", "[data-testid=judgement]"],
];

for (const [width, height] of SIZES) {
  test(`at ${width} x ${height} the board is large, and what belongs to it is on the screen`, async ({
    browser,
  }) => {
    const page = await screen(browser, width, height);
    await page.goto("./#/watch");
    await complete(page);
    await isFit(page, "watch", "");
    await header(page);
    await show(page, "measure");
    await complete(page);
    await isFit(page, "measure", "");
    for (const [address, there, ...parts] of VIEWS) {
      await show(page, address);
      await expect(page.locator(there).first()).toBeVisible();
      await page.evaluate(() => scrollTo(0, 0));
      await isFit(page, address);
      await onScreen(page, address, ...parts);
      // No word of a label is cut or broken.
      const cut = await page
        .locator(".images span, .list span, .actions button")
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
      expect(cut, `${address}: labels`).toBe(0);
    }
    // Two boards side by side.
    await show(page, "learn?against=bitwise&step=8");
    await expect(page.locator(".lane .words")).toHaveCount(2);
    await isFit(page, "race", "");
    await onScreen(page, "race", ".lane .words", ".lane:nth-of-type(2) .board", ".stepper");
    await game(page);
    await page.context().close();
  });
}

/** One row, aligned with what is below it, and large enough for fingers. */
async function header(page: Page) {
  const banner = page.getByRole("banner");
  expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(64);
  const sides = await page.evaluate(() =>
    [".head .inner", "main", ".foot p"].map((name) => {
      const place = document.querySelector(name) as Element;
      const { left, right } = place.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(place);
      return [left + parseFloat(paddingLeft), right - parseFloat(paddingRight)];
    }),
  );
  expect(sides[1]).toEqual(sides[0]);
  expect(sides[2]).toEqual(sides[0]);
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  const links = await banner.getByRole("link").all();
  expect(links).toHaveLength(7);
  for (const link of links) {
    const box = await link.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
  }
  await banner.getByRole("link", { name: "Explore" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Explore" })).toBeAttached();
  if (await menu.isVisible())
    await expect(banner.getByRole("link", { name: "Learn" })).toBeHidden();
}

/** A game: whatever is said, no control and no square moves. */
async function game(page: Page) {
  await show(page, `play?p=${HARD}`);
  await expect(page.getByTestId("level")).toContainText("hard");
  const board = ".play .board";
  const parts = [board, ".play .bar", ".play .tools", ".play .message"];
  await isFit(page, "play", board);
  const places = () =>
    page.evaluate(() => {
      // In the page, however far it is scrolled.
      const all = document.querySelectorAll(
        ".play .board, .bar button, .tools label, .tools button, .message, .seldom button, .another select",
      );
      return [...all].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x + scrollX, y + scrollY, width, height].join(" ");
      });
    });
  const before = await places();
  const still = async (said: string, ...more: string[]) => {
    await onScreen(page, said, ...parts, ...more);
    expect(await places(), said).toEqual(before);
  };
  await place(page, "a1", "h1");
  await still("a conflict", ".act button");
  await place(page, "b2", "c3", "d4");
  await expect(page.getByRole("button", { name: /^Take .. back$/ })).toHaveCount(5);
  await still("five wrong queens", ".words");
  for (let i = 0; i < 5; i += 1) await page.keyboard.press("Control+z");
  await button(page, "Pencil").click();
  await place(page, "a1");
  await expect(button(page, "Take back")).toBeEnabled();
  await page.locator(".play .board").hover();
  await still("a trial");
  await button(page, "Take back").click();
  await button(page, "Hint").click();
  await still("a technique", 'button:text-is("Where?")');
  await button(page, "Where?").click();
  await still("where", 'button:text-is("What?")');
  await button(page, "What?").click();
  await still("what", 'button:text-is("Do it")');
  await button(page, "Check").click();
  await expect(page.getByTestId("hint")).toContainText("right so far");
  await still("a check");
  await button(page, "Show the solution").click();
  await still("a question", 'button:text-is("Show it")');
  // The proof begins at its board, and its list follows.
  await button(page, "Show it").click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await onScreen(page, "proof", board, ".proof .words", 'button:text-is("Next")');
  await page.getByLabel("Step of the solution").press("End");
  await expect(page.getByTestId("level")).toContainText("8 of 8 queens");
  await page.keyboard.press("ArrowLeft");
  // A step back from the end: its line is inside the list.
  await expect
    .poll(async () => {
      const list = await page.locator(".steps").boundingBox();
      const item = await page.locator(".steps [aria-current]").boundingBox();
      if (!list || !item) return "no current step";
      const [above, below] = [list.y - item.y, item.y + item.height - list.y - list.height];
      return Math.max(above, below) <= 1 ? "inside" : `${above} above, ${below} below`;
    })
    .toBe("inside");
  await button(page, "Close").click();
  // A new puzzle, asked for from further down, and the end of one.
  await button(page, "New puzzle").scrollIntoViewIfNeeded();
  await button(page, "New puzzle").click();
  await expect(page).not.toHaveURL(new RegExp(HARD));
  await expect(page.getByTestId("level")).toContainText("medium");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await onScreen(page, "new", ...parts);
  await show(page, `play?p=${SMALL}`);
  await expect(page.getByTestId("level")).toContainText("4 × 4, medium");
  await place(page, ...SOLUTION);
  await onScreen(page, "the end", board, ".message h2", 'button:text-is("Next puzzle")');
}

test("text follows the browser's size, and nothing overlaps, nor at a zoom of 200 %", async ({
  browser,
}) => {
  for (const [width, height, size] of [
    [1280, 800, 32],
    [390, 844, 32],
    [360, 640, 32],
    [640, 400, 16],
  ] as const) {
    const page = await screen(browser, width, height);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: size } });
    for (const section of SECTIONS) {
      await page.goto(`./#/${section}`);
      await complete(page);
      await isFit(page, `${section} at ${size} px`, "");
    }
    // On a phone, large text takes nothing from the board.
    if (width < 400) {
      await page.goto("./#/learn?member=bitwise&n=6");
      await complete(page);
      const board = await page.locator("main .board").first().boundingBox();
      expect(board?.width ?? 0).toBeGreaterThan(0.85 * width);
    }
    await openPuzzle(page, SMALL);
    expect(
      await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize)),
    ).toBe(size);
    const menu = page.getByRole("button", { name: "Menu" });
    if (await menu.isVisible()) await onScreen(page, "menu", ".menu");
    // Neither cells of the calendar nor tools lie over each other.
    const overlaps = await page.evaluate(() => {
      const found: string[] = [];
      for (const group of [".days ol a", ".bar button", ".tools label, .tools button"]) {
        const boxes = [...document.querySelectorAll(group)].map((one) => ({
          name: one.textContent,
          box: one.getBoundingClientRect(),
          text: one.scrollWidth > one.clientWidth + 1,
        }));
        for (const [index, a] of boxes.entries()) {
          if (a.text) found.push(`${a.name} is cut`);
          for (const b of boxes.slice(index + 1)) {
            const apart =
              a.box.right <= b.box.left + 1 ||
              b.box.right <= a.box.left + 1 ||
              a.box.bottom <= b.box.top + 1 ||
              b.box.bottom <= a.box.top + 1;
            if (!apart) found.push(`${a.name} and ${b.name}`);
          }
        }
      }
      return found;
    });
    expect(overlaps, `${width} at ${size} px`).toEqual([]);
    await page.context().close();
  }
});

test("hardly anything moves while a section loads", async ({ browser }) => {
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    const page = await screen(browser, width, height);
    await page.addInitScript(() => {
      const holder = window as unknown as { shift: number };
      holder.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          holder.shift += (entry as never as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    for (const section of [...SECTIONS, "learn?member=bitwise&n=6&step=8"]) {
      await page.goto("about:blank");
      await page.goto(`./#/${section}`);
      await complete(page);
      const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
      expect(shift, `${section} at ${width}`).toBeLessThan(0.1);
    }
    await page.context().close();
  }
});

test("the focus is seen whole on every board, over its neighbors and over what is drawn", async ({
  page,
}) => {
  for (const [address, board] of [
    ["start", ".start"],
    ["solve?n=8", ".solve"],
    [`play?p=${HARD}`, ".play"],
    ["explore?n=8", ".explore"],
    ["learn?part=shift", ".lesson"],
    ["learn?part=color", ".color-lesson"],
    [`play?draw=${HARD}`, ".editor"],
  ] as const) {
    await page.goto(`./#/${address}`);
    const first = page.locator(`${board} .squares [role=gridcell][tabindex="0"]`);
    await first.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const ring = page.locator(`${board} .ring`);
    await expect(ring.locator("rect"), address).toHaveCount(2);
    // The last in its picture is drawn above all else.
    expect(await ring.evaluate((one) => one === one.parentElement?.lastElementChild)).toBe(true);
    const [under, over] = await ring
      .locator("rect")
      .evaluateAll((both) => both.map((one) => getComputedStyle(one).stroke));
    expect(under).not.toBe(over);
  }
});

test("coordinates have one size and one place in all sections", async ({ page }) => {
  for (const address of ["start", "explore?n=4", "solve?n=8", "solve?n=32", `play?p=${SMALL}`]) {
    await page.goto(`./#/${address}`);
    const names = page.locator(".stage .board .letters span").first();
    await expect(names).toHaveCSS("font-size", "13px");
    const gap = await page.evaluate(() => {
      const [letters, squares] = [".stage .letters", ".stage .squares"].map((name) =>
        document.querySelector(name)?.getBoundingClientRect(),
      );
      return (squares?.top ?? 0) - (letters?.bottom ?? 0);
    });
    expect(Math.abs(gap), address).toBeLessThan(1);
  }
  // On the largest board none lies on another.
  const boxes = await page.locator(".numbers span").evaluateAll((all) => all.length);
  expect(boxes).toBe(4);
});

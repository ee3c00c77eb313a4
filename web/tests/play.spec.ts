import { readFileSync } from "node:fs";

import { type Page, expect, test } from "@playwright/test";

import { HARD, SMALL, SOLUTION, besideBook, button, faults, openPuzzle, place } from "./page";

const NINE =
  "9x1.AAABCCDDDEEABBCDDDEEBBDDDFDGEBBBFDFDGEEGBFFFFGGEGBBFFFGGEGFFFHIGGGGGGFHHGGGGGGFHH";

/** The sections of the chapter on techniques, as addresses have them. */
const SECTIONS = [
  ...readFileSync("../docs/guide/techniques.md", "utf8").matchAll(/^## (.*)$/gm),
].map(([, title]) => title?.toLowerCase().replace(",", "").replaceAll(" ", "-"));

const square = (page: Page, name: string) => page.locator(`.play [data-square="${name}"]`);
const game = (page: Page) => page.getByTestId("game");
const crosses = (page: Page) => page.locator(".play .cross.own");
const queens = (page: Page) => page.locator(".play .queens .queen");

test.describe("the page", () => {
  test("a click makes a cross, then a queen, then nothing", async ({ page }) => {
    await openPuzzle(page, SMALL);
    await square(page, "b1").click();
    await expect(crosses(page)).toHaveCount(1);
    await expect(square(page, "b1")).toHaveAccessibleName("b1, region A, crossed out");
    await square(page, "b1").click();
    await expect(queens(page)).toHaveCount(1);
    await expect(crosses(page)).toHaveCount(0);
    // Row 1, column b, region A and the touching squares.
    await expect(page.locator(".play .cross.auto")).toHaveCount(8);
    await square(page, "b1").click();
    await expect(queens(page)).toHaveCount(0);
    await expect(page.locator(".play .cross")).toHaveCount(0);
    await square(page, "c3").click({ button: "right" });
    await expect(queens(page)).toHaveCount(1);
  });

  test("crosses that queens make can be switched off, and stay off", async ({ page }) => {
    await openPuzzle(page, SMALL);
    await place(page, "b1");
    await page.getByText("Options", { exact: true }).click();
    await page.getByLabel("Queens cross out what they close").uncheck();
    await expect(page.locator(".play .cross")).toHaveCount(0);
    await page.reload();
    await expect(queens(page)).toHaveCount(1);
    await page.getByText("Options", { exact: true }).click();
    await expect(page.getByLabel("Queens cross out what they close")).not.toBeChecked();
    await expect(page.locator(".play .cross")).toHaveCount(0);
  });

  test("a drag crosses out, from a cross it clears, and is undone as one", async ({ page }) => {
    await openPuzzle(page, HARD);
    await place(page, "c1");
    const drag = async (...names: string[]) => {
      for (const [i, name] of names.entries()) {
        const box = await square(page, name).boundingBox();
        if (!box) throw new Error(name);
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        if (i === 0) await page.mouse.down();
      }
      await page.mouse.up();
    };
    // Over the queen, which stays; and faster than a square at a time.
    await drag("a1", "f1");
    await expect(crosses(page)).toHaveCount(5);
    await expect(queens(page)).toHaveCount(1);
    await drag("f1", "f4");
    await expect(crosses(page)).toHaveCount(4);
    await button(page, "Undo").click();
    await expect(crosses(page)).toHaveCount(5);
    await button(page, "Undo").click();
    await expect(crosses(page)).toHaveCount(0);
    await page.keyboard.press("Control+y");
    await expect(crosses(page)).toHaveCount(5);
    await page.keyboard.press("Control+z");
    await expect(crosses(page)).toHaveCount(0);
    // There and back: no click comes of it.
    await drag("a8", "b8", "a8");
    await expect(crosses(page)).toHaveCount(2);
  });

  test("conflicts are shown at once, with the rule", async ({ page }) => {
    await openPuzzle(page, HARD);
    await place(page, "a1", "h1");
    await expect(game(page)).toContainText("The queens on a1 and h1 are in the same row.");
    await expect(page.locator(".play .queen.is-culprit")).toHaveCount(2);
    await expect(page.getByRole("status")).toContainText("same row");
    await button(page, "Undo").click();
    await place(page, "b2");
    await expect(game(page)).toContainText("The queens on a1 and b2 touch.");
    expect(await faults(page)).toEqual([]);
  });

  test("a conflict is shown on the line or region that queens share, and each queen can go", async ({
    page,
  }) => {
    await openPuzzle(page, HARD);
    // In one row; in one region; touching.
    await place(page, "a1", "h1", "g2", "d4", "d6");
    const said = game(page);
    await expect(said).toContainText("The queens on a1 and h1 are in the same row.");
    await expect(said).toContainText("3 pairs in all: also h1 and g2, d4 and d6.");
    // The row; the column and, in it, the region.
    await expect(page.locator(".play rect.clash")).toHaveCount(2);
    await expect(page.locator(".play .clash.outline")).toHaveCount(1);
    await expect(page.locator(".play .clash-line")).toHaveCount(1);
    await expect(page.getByRole("status")).toContainText("d4 and d6");
    // A hint takes nothing away by itself.
    await button(page, "Hint").click();
    await expect(page.getByRole("status")).toContainText("Take back the mark");
    await expect(queens(page)).toHaveCount(5);
    await page.keyboard.press("Control+z");
    await expect(page.locator(".play rect.clash")).toHaveCount(1);
    await button(page, "Take h1 back").click();
    await expect(queens(page)).toHaveCount(3);
    await expect(page.locator(".play .clash, .play .clash-line")).toHaveCount(0);
    await button(page, "Restart").click();
    await place(page, "f1", "h2");
    await expect(said).toContainText("The queens on f1 and h2 are in the same region.");
    await expect(page.locator(".play path.clash.outline")).toHaveCount(1);
  });

  test("hints tell the technique, then where, then what, and lead to the solution", async ({
    page,
  }) => {
    await openPuzzle(page, HARD);
    let hints = 0;
    for (; hints < 60; hints += 1) {
      if ((await game(page).getByRole("heading").count()) > 0) break;
      await button(page, "Hint").click();
      const words = page.getByTestId("hint");
      await expect(words).toContainText(/^[A-Z][a-z -]+: .*\./);
      await expect(page.locator(".play .step-why, .play .step-new, .play .cross.new")).toHaveCount(
        0,
      );
      if (hints === 0) expect(await faults(page)).toEqual([]);
      if (hints % 2 === 0) await button(page, "Where?").click();
      else await button(page, "Hint").click();
      await expect(page.locator(".play .step-why").first()).toBeVisible();
      await expect(page.locator(".play .step-new, .play .cross.new")).toHaveCount(0);
      await expect(page.getByRole("status")).toContainText(/framed squares\. .*[a-h][1-8]/);
      await button(page, "What?").click();
      await expect(page.locator(".play .step-new, .play .cross.new").first()).toBeVisible();
      if (hints === 0) expect(await faults(page)).toEqual([]);
      await button(page, "Do it").click();
    }
    await expect(game(page)).toContainText(/Solved in \d+:\d\d/);
    await expect(game(page)).toContainText(`With ${hints} hints.`);
    await expect(queens(page)).toHaveCount(8);
  });

  test("beside the book a hint links to the section on its technique", async ({ page }) => {
    await besideBook(page);
    await openPuzzle(page, HARD);
    for (let hints = 0; hints < 8; hints += 1) {
      await button(page, "Hint").click();
      const link = page.getByTestId("hint").getByRole("link");
      const [file, section] = ((await link.getAttribute("href")) ?? "").split("#");
      expect(file).toBe("../docs/guide/techniques.html");
      expect(SECTIONS).toContain(section);
      await button(page, "Where?").click();
      await button(page, "What?").click();
      await button(page, "Do it").click();
    }
  });

  test("hints name marks that are wrong, and take them away", async ({ page }) => {
    await openPuzzle(page, SMALL);
    await place(page, "a1");
    await button(page, "Hint").click();
    await expect(page.getByTestId("hint")).toContainText("The mark on a1 is wrong");
    await button(page, "Take it away").click();
    await expect(queens(page)).toHaveCount(0);
    await square(page, "b1").click();
    await square(page, "b1").hover();
    await button(page, "Hint").click();
    await expect(page.getByTestId("hint")).toContainText("The mark on b1 is wrong");
  });

  test("the solution is shown step by step, with a reason for each", async ({ page }) => {
    await openPuzzle(page, SMALL);
    await place(page, ...SOLUTION);
    await expect(game(page)).toContainText(/Solved in/);
    await expect(page.getByRole("status")).toContainText("Solved in");
    await button(page, "Show how it is solved").click();
    const proof = page.getByTestId("proof");
    await expect(proof).toContainText(/Step 1 of \d+/);
    await expect(queens(page)).toHaveCount(0);
    const steps = proof.getByRole("listitem");
    // So that the number stands at the first line of a sentence that wraps.
    await expect(steps.first().getByRole("button")).toHaveCSS("display", "block");
    const count = await steps.count();
    for (let step = 0; step < count; step += 1) {
      await expect(proof).toContainText(`Step ${step + 1} of ${count}`);
      await expect(steps.nth(step)).toHaveAttribute("aria-current", "step");
      await button(page, "Next").click();
    }
    await expect(proof).toContainText("this is the only solution");
    await expect(queens(page)).toHaveCount(4);
    for (const name of SOLUTION) {
      await expect(page.locator(`.play [data-square="${name}"]`)).toHaveCount(1);
    }
    await expect(button(page, "Next")).toBeDisabled();
    expect(await faults(page)).toEqual([]);
    await button(page, "Close").click();
    await expect(queens(page)).toHaveCount(4);
    await button(page, "Play again").click();
    await expect(queens(page)).toHaveCount(0);
  });

  test("is played with the keyboard alone", async ({ page }) => {
    await openPuzzle(page, SMALL);
    await square(page, "a1").focus();
    for (const key of ["ArrowRight", "Enter", "Space", "ArrowDown", "End", "q", "Home", "x"]) {
      await page.keyboard.press(key);
    }
    await expect(square(page, "b1")).toHaveAccessibleName(/^b1, queen/);
    await expect(square(page, "d2")).toHaveAccessibleName(/^d2, queen/);
    await expect(page.getByRole("status")).toHaveText("a2 crossed out");
    await page.keyboard.press("Delete");
    await page.keyboard.press("h");
    await expect(page.getByTestId("hint")).toBeVisible();
    await expect(page.getByRole("status")).not.toBeEmpty();
  });

  test("marks, history and time survive a reload; the address has the puzzle alone", async ({
    page,
  }) => {
    await openPuzzle(page, HARD);
    await place(page, "c1");
    await square(page, "a8").click();
    await expect(page.getByRole("timer")).not.toHaveText("0:00");
    const address = page.url();
    expect(address).toMatch(new RegExp(`#/play\\?p=${HARD}$`));
    await page.reload();
    await expect(queens(page)).toHaveCount(1);
    await expect(crosses(page)).toHaveCount(1);
    await expect(page.getByRole("timer")).not.toHaveText("0:00");
    await button(page, "Undo").click();
    await expect(crosses(page)).toHaveCount(0);
    await button(page, "Redo").click();
    await expect(crosses(page)).toHaveCount(1);
    // Another puzzle and back: each has its own marks.
    await openPuzzle(page, SMALL);
    await expect(queens(page)).toHaveCount(0);
    await page.goBack();
    await expect(queens(page)).toHaveCount(1);
    // Another section and back.
    await page.getByRole("link", { name: "Solve" }).click();
    await page.getByRole("link", { name: "Play" }).click();
    await expect(queens(page)).toHaveCount(1);
    await expect(page).toHaveURL(address);
  });

  test("the puzzle of a day is the same for all, and another on another day", async ({
    page,
    browser,
  }) => {
    await page.goto("./#/play?day=2026-11-23");
    await expect(game(page)).toContainText("Puzzle of November 23, 2026");
    await expect(page.getByTestId("level")).toContainText("easy");
    const address = page.url();
    const other = await browser.newPage();
    await other.goto(`${new URL(address).origin}/#/play?day=2026-11-23`);
    await expect(other).toHaveURL(address);
    await other.close();
    await page.goto("./#/play?day=2026-11-24");
    await expect(game(page)).toContainText("November 24");
    await expect(page).not.toHaveURL(address);
    await page.goto("./#/play?day=yesterday");
    await expect(game(page)).toContainText("November 24");
  });

  test("makes puzzles of the size and difficulty asked for", async ({ page }) => {
    await openPuzzle(page, SMALL);
    for (const [size, level] of [
      ["6", "easy"],
      ["9", "hard"],
      ["8", "expert"],
      ["13", "easy"],
    ] as const) {
      await page.getByLabel("Size").selectOption(size);
      await page.getByLabel("Difficulty").selectOption(level);
      await button(page, "New puzzle").click();
      await expect(page.getByTestId("level")).toContainText(`${size} × ${size}, ${level}`);
      await expect(page.getByRole("gridcell")).toHaveCount(Number(size) ** 2);
      await expect(page).toHaveURL(new RegExp(`p=${size}x1`));
    }
  });

  test("reads a puzzle from a text, with its marks, and says what is wrong with one", async ({
    page,
  }) => {
    await openPuzzle(page, HARD);
    await page.getByText("A puzzle as text").click();
    const text = page.getByLabel(/^A letter for each square/);
    await button(page, "This puzzle as text").click();
    await expect(text).toHaveValue(`${HARD.slice(4).match(/.{8}/g)?.join("\n")}\n`);
    await text.fill("1 1 2 2\n3 3 2 2\n3 3 4 4\n3 3 4 4\n");
    await button(page, "Play it").click();
    await expect(page).toHaveURL(new RegExp(`p=${SMALL}`));
    await text.fill('{"n":4,"regions":["AABB","CCBB","CCDD","CCDD"],"queens":["b1"]}');
    await button(page, "Play it").click();
    await text.fill("AAB\nABB");
    await button(page, "Play it").click();
    await expect(page.getByRole("alert")).toContainText(/\./);
    await text.fill("AABB\nAABB\nCCDD\nCCDD");
    await button(page, "Play it").click();
    await expect(game(page)).toContainText("The puzzle has several solutions");
    expect(await faults(page)).toEqual([]);
  });

  test("an address that is no puzzle says so", async ({ page }) => {
    await page.goto("./#/play?p=nonsense");
    await expect(page.getByRole("alert")).toContainText(/\./);
    await button(page, "Puzzle of the day").click();
    await expect(page.getByRole("gridcell").first()).toBeVisible();
  });

  test("on a phone squares are as large as a fingertip, and fingers drag", async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      serviceWorkers: "block",
    });
    const page = await context.newPage();
    await openPuzzle(page, HARD);
    const box = async (name: string) => {
      const found = await square(page, name).locator(".ground").boundingBox();
      if (!found) throw new Error(name);
      return found;
    };
    const { width, height } = await box("a1");
    // The board is as wide as the screen, but for its coordinates.
    expect(width * 8).toBeGreaterThan(390 * 0.88);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(43);
    for (const control of await page.locator(".play .game :is(button, label)").all()) {
      const { height, width } = (await control.boundingBox()) ?? {};
      expect(height).toBeGreaterThanOrEqual(44);
      expect(width).toBeGreaterThanOrEqual(44);
    }
    await square(page, "a1").tap();
    await expect(crosses(page)).toHaveCount(1);
    await square(page, "a1").tap();
    await expect(queens(page)).toHaveCount(1);
    // A finger, by the browser's own events.
    const touch = await context.newCDPSession(page);
    const [from, to] = [await box("a8"), await box("d8")];
    const at = ({ x, y }: { x: number; y: number }) => ({ x: x + width / 2, y: y + height / 2 });
    const send = (type: "touchStart" | "touchMove" | "touchEnd", points: object[]) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints: points as never });
    await send("touchStart", [at(from)]);
    await send("touchMove", [at({ x: (from.x + to.x) / 2, y: from.y })]);
    await send("touchMove", [at(to)]);
    await send("touchEnd", []);
    await expect(crosses(page)).toHaveCount(4);
    await openPuzzle(page, NINE);
    expect((await box("a1")).width).toBeGreaterThanOrEqual(38);
    await page.setViewportSize({ width: 360, height: 740 });
    expect((await box("a1")).width).toBeGreaterThanOrEqual(35);
    await context.close();
  });
});

test("the page can be installed: browsers take its manifest, and it starts with Play", async ({
  page,
  request,
}) => {
  await page.goto("./");
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? "") as { start_url: string; icons: { src: string }[] };
  for (const { src } of manifest.icons) {
    const icon = await request.get(new URL(src, url).href);
    expect(icon.headers()["content-type"]).toBe("image/svg+xml");
  }
  await page.goto(new URL(manifest.start_url, url).href);
  await expect(page.getByRole("heading", { level: 1, name: "Play" })).toBeVisible();
});

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });

  test("a page that was open once opens without its server, and makes puzzles", async ({
    page,
    context,
  }) => {
    await openPuzzle(page, SMALL);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.goto("about:blank");
    await openPuzzle(page, HARD);
    await button(page, "New puzzle").click();
    await expect(page).not.toHaveURL(new RegExp(HARD));
    await page.getByRole("link", { name: "Explore" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Explore" })).toBeVisible();
  });
});

/** Counting by color: the arithmetic without a browser, then the lesson. */

import { type Page, expect, test } from "@playwright/test";

import { type Square, attacks, queensOf } from "../src/board";
import {
  boardOf,
  classOf,
  colorOf,
  gridsOf,
  linesOf,
  methodOf,
  moved,
  orbitOf,
  patternOf,
  placed,
} from "../src/sections/learn/color/method";
import { faults } from "./page";

/** A000170. */
const TOTALS: Record<number, number> = { 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724 };

/** All solutions, by plain backtracking: it shares nothing with the method but the definition. */
function solutions(n: number): number[][] {
  const found: number[][] = [];
  const columns: number[] = [];
  const place = () => {
    if (columns.length === n) {
      found.push([...columns]);
      return;
    }
    for (let column = 0; column < n; column += 1) {
      const queen = { row: columns.length, column };
      if (queensOf(columns).some((other) => attacks(other, queen))) continue;
      columns.push(column);
      place();
      columns.pop();
    }
  };
  place();
  return found;
}

test.describe("the arithmetic", () => {
  for (const [size, total] of Object.entries(TOTALS)) {
    test(`the products of n = ${size} add up to Q(${size}), folded or not`, () => {
      const method = methodOf(Number(size));
      for (const folded of [false, true]) {
        const sum = gridsOf(method, folded).reduce((all, grid) => all + grid.sum, 0);
        expect(sum).toBe(total);
      }
    });
  }

  test("each product is the number of solutions with these white rows and columns", () => {
    for (const n of [5, 6, 7, 8]) {
      const method = methodOf(n);
      const listed = new Map<string, number>();
      for (const columns of solutions(n)) {
        const { rows, columns: set } = patternOf(columns);
        const key = `${rows} ${set}`;
        listed.set(key, (listed.get(key) ?? 0) + 1);
      }
      let products = 0;
      for (const grid of gridsOf(method, false)) {
        for (const row of grid.rows) {
          for (const { columns, product } of row.cells) {
            products += 1;
            expect(product).toBe(listed.get(`${row.rows} ${columns}`) ?? 0);
          }
        }
      }
      // The sum over i of (C(e, i) C(o, k))^2.
      expect(products).toBe(
        { 5: 3 * 3 + 6 * 6 + 1 * 1, 6: 164, 7: 4 ** 2 + 18 ** 2 + 12 ** 2 + 1, 8: 1810 }[n],
      );
    }
  });

  test("any white placement with any black one is a solution", () => {
    const n = 8;
    const method = methodOf(n);
    const known = new Set(solutions(n).map(String));
    const made = new Set<string>();
    for (const { patterns } of method.families) {
      for (const rows of patterns) {
        for (const columns of patterns) {
          for (const white of method.white(rows, columns)) {
            for (const black of method.black(rows, columns)) {
              made.add(String(placed(placed(Array(n).fill(0), white), black)));
            }
          }
        }
      }
    }
    expect(made).toEqual(known);
  });

  test("the patterns and their classes are those of the book", () => {
    const patterns = (n: number) => methodOf(n).families.flatMap((family) => family.patterns);
    const classes = (n: number) => new Set(patterns(n).map((set) => classOf(n, set))).size;
    expect([patterns(6).length, classes(6)]).toEqual([20, 7]);
    // Burnside's lemma for even n: (C(n, h) + 2^h + C(h, h / 2)) / 4.
    expect([patterns(8).length, classes(8)]).toEqual([70, 23]);
    expect(
      patterns(6)
        .filter((set) => classOf(6, set) === set)
        .reduce((sum, set) => sum + orbitOf(6, set), 0),
    ).toBe(20);
    // docs/color.md, "By hand": white queens on (2,4) and (3,1) in the rows 2 and 3.
    const { white, black } = methodOf(6);
    expect(white(0b001100, 0b010010)).toEqual([
      [
        { row: 2, column: 4 },
        { row: 3, column: 1 },
      ],
    ]);
    expect(black(0b001100, 0b010010)).toHaveLength(1);
    expect(methodOf(5).product(0b100, 0b100)).toBe(2);
  });

  test("a moved queen leaves one in every row and column", () => {
    const columns = [3, 0, 4, 1, 5, 2];
    const from: Square = { row: 0, column: 3 };
    for (let row = 0; row < 6; row += 1) {
      for (let column = 0; column < 6; column += 1) {
        const next = moved(columns, from, { row, column });
        expect(next[row]).toBe(column);
        expect([...next].sort()).toEqual([0, 1, 2, 3, 4, 5]);
      }
    }
    for (const { patterns } of methodOf(6).families) {
      for (const rows of patterns) {
        for (const set of patterns) {
          const board = boardOf(methodOf(6), rows, set);
          expect(patternOf(board)).toEqual({ rows, columns: set });
        }
      }
    }
    expect(linesOf(6, 0b010010)).toEqual([1, 4]);
    expect(colorOf({ row: 2, column: 4 })).toBe("white");
  });
});

test.describe("the lesson", () => {
  const equation = (page: Page) => page.getByTestId("equation");
  const square = (page: Page, name: string) => page.locator(`.playground [data-square="${name}"]`);
  const status = (page: Page) => page.getByRole("status");

  test("a click and a key move queens, and the products follow", async ({ page }) => {
    await page.goto("./#/learn?part=color&n=6");
    await expect(equation(page)).toHaveText("W × B = 1 × 1 = 1");
    await expect(page.getByTestId("color-verdict")).toContainText("Solution 1 of 4");
    // The queen of row 3 goes from e to c; that of row 6 makes room.
    await square(page, "c3").click();
    await expect(page).toHaveURL(/part=color&n=6&q=dacbfe$/);
    await expect(page.getByTestId("color-verdict")).toContainText("attack each other");
    await expect(status(page)).toContainText("Queen from e3 to c3. White queens in rows");
    await page.reload();
    await expect(page.locator(".playground").getByRole("grid")).toHaveAccessibleName(
      /queens on d1, a2, c3, b4, f5, e6/,
    );
    await square(page, "c3").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(equation(page)).toHaveText("W × B = 1 × 1 = 1");
    await expect(status(page)).toContainText(
      "Queen from c3 to e3. White queens in rows 3 and 4, columns b and e. 1 white times 1 black is 1",
    );
  });

  test("a queen is dragged, and the address follows when she is let go", async ({ page }) => {
    await page.goto("./#/learn?part=color&n=6");
    const middle = async (name: string) => {
      const box = await square(page, name).boundingBox();
      if (!box) throw new Error(name);
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    await page.mouse.move(...(await middle("e3")));
    await page.mouse.down();
    await page.mouse.move(...(await middle("d3")), { steps: 4 });
    await page.mouse.move(...(await middle("d5")), { steps: 4 });
    await expect(page.getByTestId("color-verdict")).toContainText("attack each other");
    await expect(page).toHaveURL(/part=color&n=6$/);
    await page.mouse.up();
    // She stands on d5; f5 went to row 3, and the queen of column d to the column she left.
    await expect(page).toHaveURL(/q=eafbdc$/);
    await expect(status(page)).toContainText("Queen from e3 to d5");
  });

  test("a touch drags a queen and does not scroll", async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await page.goto(`${baseURL}#/learn?part=color&n=6`);
    const at = async (name: string) => {
      const box = await square(page, name).boundingBox();
      if (!box) throw new Error(name);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [from, to] = [await at("e3"), await at("c3")];
    const cdp = await context.newCDPSession(page);
    const touch = (
      type: "touchStart" | "touchMove" | "touchEnd",
      points: { x: number; y: number }[],
    ) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await touch("touchStart", [from]);
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await touch("touchMove", [{ x: from.x + part * (to.x - from.x), y: from.y }]);
    }
    await touch("touchEnd", []);
    await expect(page).toHaveURL(/q=dacbfe$/);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await context.close();
  });

  test("any white placement goes with any black one", async ({ page }) => {
    await page.goto("./#/learn?part=color&n=8");
    await expect(page.getByTestId("color-sum")).toHaveText("0 + 0 + 92 + 0 + 0 = 92 = Q(8)");
    await page
      .getByRole("gridcell", { name: /: 2 times 1 is 2$/ })
      .first()
      .click();
    await expect(equation(page)).toHaveText("W × B = 2 × 1 = 2");
    const white = page.getByRole("button", { name: /^White placement/ });
    await expect(white).toHaveCount(2);
    for (const index of [1, 0]) {
      await white.nth(index).click();
      await expect(white.nth(index)).toHaveAttribute("aria-pressed", "true");
      await expect(page.getByTestId("color-verdict")).toContainText(/^Solution \d+ of 92/);
    }
    // A product that is zero for want of white placements.
    await page.goto("./#/learn?part=color&n=6");
    await page
      .getByRole("gridcell", { name: /: 0 times 2 is 0$/ })
      .first()
      .click();
    await expect(equation(page)).toHaveText("W × B = 0 × 2 = 0");
    await expect(page.getByTestId("color-verdict")).toContainText("No white placement");
    await page.getByRole("button", { name: "Next solution" }).click();
    await expect(page.getByTestId("color-verdict")).toContainText("Solution 1 of 4");
    await page.getByRole("button", { name: "Next solution" }).click();
    await expect(page.getByTestId("color-verdict")).toContainText("Solution 2 of 4");
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByTestId("color-verdict")).toContainText("Solution 1 of 4");
  });

  test("folded, seven row patterns stand for twenty, and the sum stays", async ({ page }) => {
    await page.goto("./#/learn?part=color&n=6");
    await expect(page.locator(".products [role=row]")).toHaveCount(20);
    await page.getByRole("checkbox", { name: /20 row patterns become 7/ }).check();
    await expect(page).toHaveURL(/fold=1/);
    await expect(page.locator(".products [role=row]")).toHaveCount(7);
    await expect(page.getByTestId("color-sum")).toHaveText(/ = 4 = Q\(6\)$/);
    await expect(page.locator(".products .share").filter({ hasText: "2 × 2 = 4" })).toHaveCount(1);
    // By keyboard: to a lit product, and onto the board.
    const grid = page.locator(".products").nth(1);
    await grid.locator('[data-cell="0 0"]').focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(status(page)).toContainText("White queens in rows");
  });

  test("has no fault that axe knows, in both themes", async ({ page }) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const state of ["", "&n=6&fold=1", "&n=6&q=dbcaef", "&n=8&fold=1"]) {
        await page.goto(`./#/learn?part=color${state}`);
        await expect(equation(page)).toBeVisible();
        expect(await faults(page), state).toEqual([]);
      }
    }
  });
});

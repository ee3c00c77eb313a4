import { readFile } from "node:fs/promises";

import { type Page, expect, test } from "@playwright/test";

import {
  addressOf,
  applied,
  attack,
  conflicts,
  empty,
  isClosed,
  openSquares,
  positionIn,
  positionOf,
  problemOf,
  readLines,
} from "../src/sections/solve/position";
import { squareOf } from "../src/board";
import { faults } from "./page";

const verdict = (page: Page) => page.getByTestId("verdict");
const ways = (page: Page) => page.getByTestId("ways");
const square = (page: Page, name: string) => page.locator(`.solve [data-square="${name}"]`);

test.describe("the page", () => {
  test("counts, completes and empties a board", async ({ page }) => {
    await page.goto("./#/solve?n=8");
    await expect(ways(page)).toHaveText("In 92 ways (the published value).");
    await square(page, "a1").click();
    await expect(ways(page)).toHaveText("In 4 ways.");
    await expect(page).toHaveURL(/#\/solve\?n=8&q=a1$/);
    await square(page, "e2").click();
    await expect(ways(page)).toHaveText("In one way only.");
    await page.getByText("6 squares are forced").click();
    await expect(verdict(page)).toContainText(
      "Every completion has a queen on b7, c5, d8, f4, g6, h3.",
    );
    await page.getByRole("button", { name: "Complete" }).click();
    await expect(verdict(page)).toContainText("Solved");
    await expect(page.locator(".solve .queen")).toHaveCount(8);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.locator(".solve .queen")).toHaveCount(2);
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(page.locator(".solve .queen")).toHaveCount(0);
    await expect(ways(page)).toHaveText("In 92 ways (the published value).");
  });

  test("shows which queens attack each other, and takes one away", async ({ page }) => {
    await page.goto("./#/solve?n=8&q=b2.e5");
    await expect(verdict(page)).toContainText(
      "b2 and e5 attack each other along the same \\ diagonal",
    );
    await expect(page.locator(".conflict-line")).toHaveCount(1);
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: "Take e5 away" }).click();
    await expect(verdict(page)).toContainText("It can be completed");
    await expect(page.locator(".conflict-line")).toHaveCount(0);
  });

  test("says why a board cannot be completed", async ({ page }) => {
    await page.goto("./#/solve?n=6&q=c3");
    await expect(verdict(page)).toContainText("It cannot be completed");
    await expect(verdict(page)).toContainText("proved by a search of 4 nodes");
    await page.goto("./#/solve?n=4&q=b2");
    await expect(verdict(page)).toContainText("leaves another one without");
    await page.goto("./#/solve?n=9&torus=1");
    await expect(verdict(page)).toContainText("divisible by neither 2 nor 3");
    await page.goto("./#/solve?n=4&q=a1.c2");
    await expect(verdict(page)).toContainText(/(Row|Column) \w+ has no free square left/);
    expect(await faults(page)).toEqual([]);
  });

  test("lets queens attack as knights", async ({ page }) => {
    await page.goto("./#/solve?n=10&q=c1");
    await expect(page.getByRole("checkbox", { name: "Superqueens" })).not.toBeChecked();
    await page.getByRole("checkbox", { name: "Superqueens" }).check();
    await expect(page).toHaveURL(/n=10&q=c1&superqueens=1/);
    await expect(ways(page)).toHaveText("In one way only.");
    await page.getByRole("button", { name: "Complete" }).click();
    await expect(verdict(page)).toContainText("Solved");
    await page.goto("./#/solve?n=10&q=c1.d3&superqueens=1");
    await expect(verdict(page)).toContainText("c1 and d3 attack each other as knights");
    await page.goto("./#/solve?n=8&superqueens=1");
    await expect(verdict(page)).toContainText("proved by a search of");
    expect(await faults(page)).toEqual([]);
  });

  test("gives a hint and places it", async ({ page }) => {
    await page.goto("./#/solve?n=8&q=a1.e2");
    await expect(ways(page)).toHaveText("In one way only.");
    await page.getByRole("button", { name: "Hint" }).click();
    await expect(verdict(page).locator(".notice")).toContainText(
      /must stand there|Every completion/,
    );
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: /^Place / }).click();
    await expect(page.locator(".solve .queen")).toHaveCount(3);
    await expect(verdict(page)).toContainText("It can be completed");
  });

  test("is used with the keyboard alone", async ({ page }) => {
    await page.goto("./#/solve?n=6");
    await square(page, "a1").focus();
    for (const key of ["ArrowRight", "Enter", "ArrowDown", "End", "q", "Home", "x"]) {
      await page.keyboard.press(key);
    }
    await expect(page).toHaveURL(/q=b1\.f2&x=a2/);
    await page.keyboard.press("Delete");
    await expect(page).toHaveURL(/q=b1\.f2$/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("d");
    await expect(page).toHaveURL(/d=a3/);
    await expect(square(page, "c5")).toHaveAttribute("aria-label", /excluded/);
    await expect(page.getByRole("status")).toContainText("diagonal through a3 excluded");
  });

  test("follows an address, its history and other sections", async ({ page }) => {
    await page.goto("./#/solve?n=5&q=a1&torus=1");
    await expect(page.getByRole("checkbox", { name: "Torus" })).toBeChecked();
    await expect(ways(page)).toHaveText("In 2 ways.");
    await page.getByRole("link", { name: "Measure" }).click();
    await page.getByRole("link", { name: "Solve" }).click();
    await expect(page).toHaveURL(/n=5&q=a1&torus=1/);
    await page.goto("./#/solve?n=4&q=b1.zz9.b9&x=nonsense");
    await expect(ways(page)).toHaveText("In one way only.");
    await page.goto("./#/solve?n=1000");
    await expect(page.getByLabel("Size n")).toHaveValue("8");
  });

  test("saves SVG, PNG and text, and reads the text again", async ({ page }) => {
    await page.goto("./#/solve?n=5&q=a1&x=c3");
    const saved = async (name: string) => {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name, exact: true }).click();
      return readFile(await (await download).path());
    };
    const svg = String(await saved("SVG"));
    expect(svg).toContain("aria-label=");
    expect(svg.match(/href="#queen"/g)).toHaveLength(1);
    const png = await saved("PNG");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1024]);
    const text = String(await saved("Text"));
    expect(text).toBe("Q....\n.....\n..#..\n.....\n.....\n");
    await page.getByText("Read a board from text").click();
    await page.getByLabel(/^Rows of Q/).fill("....\nQ...\n....\n....\nexclude-anti d1\n");
    await page.getByRole("button", { name: "Read", exact: true }).click();
    await expect(page).toHaveURL(/n=4&q=a2&a=d1/);
    await page.getByLabel(/^Rows of Q/).fill("Q.\n.Q\n");
    await page.getByRole("button", { name: "Read", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("a1 and b2 attack each other");
  });

  test("says of what cannot be counted how many there are at least", async ({ page }) => {
    await page.goto("./#/solve?n=30&x=a1");
    await expect(ways(page)).toContainText(/In at least .+ ways; (counting…|to count all)/);
  });
});

test.describe("the position", () => {
  test("squares on a line attack each other, on the torus on more lines", () => {
    const n = 5;
    const at = (name: string) => squareOf(name, n) as number;
    const plain = empty(n);
    const torus = empty(n, { torus: true });
    expect(attack(at("a1"), at("e1"), plain)).toBe("row");
    expect(attack(at("b2"), at("b5"), plain)).toBe("column");
    expect(attack(at("a1"), at("e5"), plain)).toBe("\\ diagonal");
    expect(attack(at("e1"), at("a5"), plain)).toBe("/ diagonal");
    expect(attack(at("b1"), at("a5"), plain)).toBeUndefined();
    expect(attack(at("b1"), at("a5"), torus)).toBe("\\ diagonal");
    expect(attack(at("b1"), at("c3"), plain)).toBeUndefined();
    const leaping = { ...plain, superqueens: true };
    for (const name of ["d2", "c3", "a3"]) {
      expect(attack(at("b1"), at(name), leaping)).toBe("knight's leap");
    }
    for (const name of ["e2", "c4", "d4"]) {
      expect(attack(at("b1"), at(name), leaping)).toBeUndefined();
    }
    // Around the edges of a torus of 7: from a1 to the last row but one, and to the last column.
    const around = empty(7, { torus: true, superqueens: true });
    for (const name of ["b6", "g6", "c7", "f7", "g3"]) {
      expect(attack(0, squareOf(name, 7) as number, around)).toBe("knight's leap");
    }
    expect(attack(0, squareOf("d3", 7) as number, around)).toBeUndefined();
    expect(squareOf("f1", n)).toBeUndefined();
    expect(squareOf("A1", n)).toBeUndefined();
  });

  test("an address and a document give the position back", () => {
    let position = empty(9, { torus: true, superqueens: true });
    for (const [name, tool] of [
      ["a1", "queen"],
      ["d2", "queen"],
      ["i9", "block"],
      ["b4", "diag"],
      ["h2", "anti"],
    ] as const) {
      position = applied(position, squareOf(name, 9) as number, tool);
    }
    expect(positionIn(addressOf(position))).toEqual(position);
    expect(positionOf(problemOf(position))).toEqual(position);
    expect(addressOf(position).toString()).toBe("n=9&q=a1.d2&x=i9&d=b4&a=h2&torus=1&superqueens=1");
  });

  test("what comes last stays: a queen opens a block, a closed square loses its queen", () => {
    const a2 = squareOf("a2", 4) as number;
    let position = applied(empty(4), a2, "block");
    position = applied(position, a2, "queen");
    expect([...position.queens, ...position.blocked]).toEqual([a2]);
    position = applied(position, squareOf("b3", 4) as number, "diag");
    expect(position.queens.size).toBe(0);
    expect(applied(position, a2, "queen")).toBe(position);
    // Named by another of its squares, the same diagonal is opened again.
    position = applied(position, squareOf("c4", 4) as number, "diag");
    expect(position.diags.size).toBe(0);
    expect(isClosed(position, a2)).toBe(false);
  });

  test("lines tell what is dead and what is forced", () => {
    const at = (...names: string[]) => new Set(names.map((name) => squareOf(name, 4) as number));
    const dead = { ...empty(4), queens: at("a1") };
    expect(openSquares(dead).size).toBe(6);
    expect(readLines(dead).dead).toBeUndefined();
    const worse = { ...empty(4), queens: at("a1", "c2") };
    expect(readLines(worse).dead).toEqual({ kind: "row", index: 2 });
    const single = { ...empty(4), queens: at("b1") };
    expect(readLines(single).single).toMatchObject({ kind: "row", index: 1, square: 7 });
    expect(conflicts({ ...empty(4), queens: at("a1", "b2", "d4") })).toHaveLength(3);
  });
});

import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";

import { type Locator, type Page, expect, test } from "@playwright/test";

/**
 * Takes a picture in light and in dark, and writes down what is on it: the words, and a digest of the elements and their
 * colors. When checking, it takes none and compares what it would write down. What differs in each visit, such as times, is
 * matched by `varies`.
 */
export async function take(
  page: Page,
  name: string,
  { of, fullPage = false, varies = "" }: { of?: Locator; fullPage?: boolean; varies?: string } = {},
) {
  const notes: string[] = [];
  await page.mouse.move(0, 0);
  // Colors that are inherited change one element after the other.
  await page.addStyleTag({ content: "* { transition: none !important; }" });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    const { words, kinds } = await (of ?? page.locator("body")).evaluate(shown, varies);
    if (notes.length === 0) notes.push(words);
    notes.push(`${colorScheme} ${createHash("sha256").update(kinds).digest("hex")}`);
    if (test.info().config.updateSnapshots === "none") continue;
    const png = await (of ? of.screenshot() : page.screenshot({ fullPage }));
    const file = `../docs/pictures/${name}${colorScheme === "dark" ? "-dark" : ""}.webp`;
    await writeFile(file, await page.evaluate(webp, png.toString("base64")), "base64");
  }
  const message = `${name} shows something else; take the pictures again: cargo xtask pictures`;
  expect([...notes, ""].join("\n"), message).toMatchSnapshot(`${name}.txt`);
}

/** The words on a part of the page, and how many elements of each kind it has in which colors; nothing depends on fonts. */
function shown(part: HTMLElement | SVGElement, varies: string) {
  const words: string[] = [];
  const kinds = new Map<string, number>();
  const unseen = ["script", ".hidden", ".skip", varies].filter(Boolean).join();
  for (const element of [part, ...part.querySelectorAll("*")]) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest(unseen) !== null) continue;
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    words.push(...own.map((node) => (node.textContent ?? "").trim()).filter(Boolean));
    const { color, backgroundColor, borderTopColor, fill, stroke } = getComputedStyle(element);
    const colors =
      element instanceof SVGElement ? [fill, stroke] : [color, backgroundColor, borderTopColor];
    const kind = [element.tagName, ...element.classList, ...colors].join(" ");
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const counted = [...kinds].map(([kind, times]) => `${times} ${kind}`);
  return { words: words.join("\n"), kinds: counted.sort().join("\n") };
}

/** A picture in a format that browsers and forges show, a third of the size of PNG. */
async function webp(png: string): Promise<string> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  canvas.getContext("2d", { alpha: false })?.drawImage(bitmap, 0, 0);
  return canvas.toDataURL("image/webp", 0.85).replace(/^.*,/, "");
}

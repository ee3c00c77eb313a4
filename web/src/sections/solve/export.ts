// The board as a file.

import { type Abortable, engine } from "../../engine";
import { save } from "../../save";
import { type Position, problemOf } from "./position";

/** Pixels of the picture, in each direction. */
const PIXELS = 1024;

const svgOf = (position: Position) => engine.draw(problemOf(position), true);

export async function saveSvg(position: Position) {
  save(await svgOf(position), "image/svg+xml", `queens-${position.n}.svg`);
}

export async function savePng(position: Position) {
  const svg = (await svgOf(position)).replace(
    "<svg ",
    `<svg width="${PIXELS}" height="${PIXELS}" `,
  );
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const picture = new Image(PIXELS, PIXELS);
    picture.src = url;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = PIXELS;
    canvas.height = PIXELS;
    canvas.getContext("2d")?.drawImage(picture, 0, 0, PIXELS, PIXELS);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("the browser made no picture");
    save(blob, "image/png", `queens-${position.n}.png`);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** In the project's text form, which `queens complete` reads. */
export async function textOf(position: Position, options: Abortable = {}): Promise<string> {
  const { text } = await engine.read(JSON.stringify(problemOf(position)), options);
  return text;
}

export async function saveText(position: Position) {
  save(await textOf(position), "text/plain", `queens-${position.n}.txt`);
}

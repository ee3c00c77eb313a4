/** Import of a picture: pasted, dropped or chosen. The board that is found opens in the editor, for a yes or a correction. */

import { batch, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { Trouble } from "../../components/trouble";
import { EngineError, engine, told } from "../../engine";
import { Latest, isAbort } from "../../latest";
import { setQuery } from "../../route";
import { said } from "../../said";
import { found } from "./drawing";

/** Screenshots are smaller; a larger picture is scaled down to this many pixels a side. */
const LARGEST = 2400;

const reading = new Latest();
const busy = signal(false);
const trouble = signal<Trouble | null>(null);

async function pixelsOf(file: Blob): Promise<ImageData> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new EngineError("this is no picture that the browser can read", "choose a PNG or JPEG");
  });
  const scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context)
    throw new EngineError("the browser gives no access to pixels", "use another browser");
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  return context.getImageData(0, 0, width, height);
}

function show(board: NonNullable<typeof found.value>) {
  found.value = board;
  said.value = board.doubt ?? "a board was found in the picture";
  setQuery({ draw: board.text, p: null, day: null }, true);
  scrollTo({ top: 0 });
}

/** Of a board whose regions are in doubt the engine tells its best guess, as rows of letters; `?` where it has none. */
function guessIn(error: unknown): NonNullable<typeof found.value> | null {
  const { message, advice } = told(error);
  const rows = advice
    .split("\n")
    .map((row) => row.trim())
    .filter((row) => /^[A-Za-z?]+$/.test(row));
  const n = rows.length;
  if (n < 4 || n > 20 || rows.some((row) => row.length !== n)) return null;
  // Regions by their first square: a guess may have more of them than the editor has letters.
  const letters = new Map<string, string>();
  for (const letter of rows.join("")) {
    if (!letters.has(letter)) letters.set(letter, String.fromCharCode(65 + (letters.size % 26)));
  }
  const text = [...rows.join("")].map((letter) => letters.get(letter)).join("");
  return { text: `${n}x1.${text}`, queens: [], crosses: [], doubt: message };
}

export async function readPicture(file: Blob) {
  const signal = reading.next();
  batch(() => {
    busy.value = true;
    trouble.value = null;
  });
  try {
    const pixels = await pixelsOf(file);
    const { n, regions, queens, crosses } = await engine.recognizePuzzle(pixels, { signal });
    if (signal.aborted) return;
    show({ text: `${n}x1.${regions.join("")}`, queens, crosses, doubt: null });
  } catch (error) {
    if (isAbort(error) || signal.aborted) return;
    const guess = guessIn(error);
    if (guess) show(guess);
    else trouble.value = told(error);
  } finally {
    if (!signal.aborted) busy.value = false;
  }
}

const pictureIn = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));

/** Takes pictures that are pasted or dropped anywhere, while the section is shown. */
export function usePictures() {
  useEffect(() => {
    const control = new AbortController();
    const take = (event: Event, data: DataTransfer | null) => {
      const file = pictureIn(data);
      if (!file) return;
      event.preventDefault();
      void readPicture(file);
    };
    const { signal } = control;
    document.addEventListener("paste", (event) => take(event, event.clipboardData), { signal });
    document.addEventListener("drop", (event) => take(event, event.dataTransfer), { signal });
    document.addEventListener(
      "dragover",
      (event) => {
        if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
      },
      { signal },
    );
    return () => {
      control.abort();
      reading.drop();
    };
  }, []);
}

export function Picture() {
  return (
    <details>
      <summary>A puzzle from a picture</summary>
      <p>
        Paste a screenshot, drop it on this page, or choose a file. The picture stays in your
        browser.
      </p>
      <label class="button">
        {busy.value ? "Looking for the board…" : "Choose a picture"}
        <input
          type="file"
          accept="image/*"
          class="hidden"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) void readPicture(file);
            event.currentTarget.value = "";
          }}
        />
      </label>
      {trouble.value ? <Trouble {...trouble.value} /> : null}
    </details>
  );
}

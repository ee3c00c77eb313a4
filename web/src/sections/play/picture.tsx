/** Import of a picture: pasted, dropped or chosen. The board that is found opens in the editor, for a yes or a correction. */

import { batch, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { Trouble } from "../../components/trouble";
import { EngineError, engine, told } from "../../engine";
import { Latest, isAbort } from "../../latest";
import { setQuery } from "../../route";
import { found } from "./editor";
import { said } from "./state";

/** Screenshots are smaller; a larger picture is scaled down to this many pixels a side. */
const LARGEST = 2400;

const reading = new Latest();
const busy = signal(false);
const trouble = signal<{ message: string; advice: string } | null>(null);

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
    const text = `${n}x1.${regions.join("")}`;
    found.value = { text, queens, crosses };
    said.value = `a board of ${n} by ${n} was found`;
    setQuery({ draw: text, p: null, day: null }, true);
    scrollTo({ top: 0 });
  } catch (error) {
    if (!isAbort(error) && !signal.aborted) trouble.value = told(error);
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
    <details class="panel">
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

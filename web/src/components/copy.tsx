/** A button that copies a text, and shows and says that it did. */

import { batch, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

import { said } from "../said";

/** The last thing that was copied, and whether the browser allowed it. */
const copied = signal<{ what: string; done: boolean } | null>(null);

/** Milliseconds for which the button shows it. */
const SHOWN = 4000;

function tell(what: string, done: boolean) {
  batch(() => {
    copied.value = { what, done };
    said.value = done ? `${what} copied` : "the browser does not allow to copy";
  });
  setTimeout(() => {
    if (copied.peek()?.what === what) copied.value = null;
  }, SHOWN);
}

export interface CopyProps {
  /** What it is that is copied, in words. */
  what: string;
  text: () => string;
  children: ComponentChildren;
}

export function Copy({ what, text, children }: CopyProps) {
  const last = copied.value?.what === what ? copied.value : null;
  return (
    <button
      type="button"
      onClick={() => {
        navigator.clipboard.writeText(text()).then(
          () => tell(what, true),
          () => tell(what, false),
        );
      }}
    >
      {last === null ? children : last.done ? "Copied ✓" : "Not allowed to copy"}
    </button>
  );
}

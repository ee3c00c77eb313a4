// Undo and redo.

import { batch, computed, signal } from "@preact/signals";

import { useWhile } from "./latest";

/** All positions since a start, and which of them is shown. */
export class UndoHistory<T> {
  readonly past = signal<readonly T[]>([]);
  readonly at = signal(0);
  readonly now = computed(() => this.past.value[this.at.value] ?? this.start);
  readonly canUndo = computed(() => this.at.value > 0);
  readonly canRedo = computed(() => this.at.value < this.past.value.length - 1);

  constructor(private readonly start: T) {
    this.set([start], 0);
  }

  set(past: readonly T[], at: number) {
    batch(() => {
      this.past.value = past;
      this.at.value = at;
    });
  }

  /** A new position, after the one that is shown or in its place. */
  push(next: T, replace = false) {
    const kept = this.past.peek().slice(0, this.at.peek() + (replace ? 0 : 1));
    this.set([...kept, next], kept.length);
  }

  turn(by: number) {
    this.at.value = Math.max(0, Math.min(this.past.peek().length - 1, this.at.peek() + by));
  }
}

/** Ctrl Z takes back, Ctrl Y does again, wherever the focus is but in a text. */
export function useUndoKeys(turn: (by: 1 | -1) => void) {
  useWhile((left) => {
    const key = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLTextAreaElement;
      if (!(event.ctrlKey || event.metaKey) || typing) return;
      const pressed = event.key.toLowerCase();
      if (pressed === "z" && !event.shiftKey) turn(-1);
      else if (pressed === "y" || pressed === "z") turn(1);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", key, { signal: left });
  }, []);
}

// Undo and redo.

import { batch, computed, signal } from "@preact/signals";

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

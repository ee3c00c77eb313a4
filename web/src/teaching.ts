/** The lesson that is being taught, and its step: it goes along over all sections. */

import { computed, signal } from "@preact/signals";

import { LESSONS, type Lesson, type LessonStep } from "./lessons";

export interface Place {
  /** Both from 1. */
  lesson: number;
  step: number;
}

const KEY = "queens.lesson";

function stored(): Place | null {
  try {
    const { lesson, step } = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Place;
    return LESSONS[lesson - 1]?.steps[step - 1] ? { lesson, step } : null;
  } catch {
    // Nothing is being taught, or this browser stores nothing.
    return null;
  }
}

export const place = signal<Place | null>(stored());

export const current = computed<{ lesson: Lesson; step: LessonStep } | null>(() => {
  const lesson = LESSONS[(place.value?.lesson ?? 0) - 1];
  const step = lesson?.steps[(place.value?.step ?? 0) - 1];
  return lesson && step ? { lesson, step } : null;
});

/** Goes to a step, or ends the lesson. */
export function teach(to: Place | null) {
  place.value = to;
  try {
    if (to) sessionStorage.setItem(KEY, JSON.stringify(to));
    else sessionStorage.removeItem(KEY);
  } catch {
    // It lasts until the page is loaded again.
  }
}

/** The step before and the one after, over the ends of lessons. */
export function besides({ lesson, step }: Place): { before: Place | null; after: Place | null } {
  const steps = (number: number) => LESSONS[number - 1]?.steps.length ?? 0;
  return {
    before:
      step > 1
        ? { lesson, step: step - 1 }
        : lesson > 1
          ? { lesson: lesson - 1, step: steps(lesson - 1) }
          : null,
    after:
      step < steps(lesson)
        ? { lesson, step: step + 1 }
        : lesson < LESSONS.length
          ? { lesson: lesson + 1, step: 1 }
          : null,
  };
}

/** The step's own page. */
export const addressOfStep = ({ lesson, step }: Place) =>
  `#/learn?part=class&lesson=${lesson}&at=${step}`;

/** What the class looks at in a step: what it shows, or its own page. */
export const addressToShow = (to: Place) =>
  LESSONS[to.lesson - 1]?.steps[to.step - 1]?.show?.address ?? addressOfStep(to);

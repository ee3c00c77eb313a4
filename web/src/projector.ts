/** Projector mode, for a class: large type, the board and the code alone. It ends with the visit. */

import { signal } from "@preact/signals";

export const isProjected = signal(false);

isProjected.subscribe((on) => {
  document.documentElement.toggleAttribute("data-projector", on);
});

export function project(on: boolean) {
  isProjected.value = on;
}

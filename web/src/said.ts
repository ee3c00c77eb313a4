/** What happened last, for those who do not see it: the frame tells it to screen readers. */

import { signal } from "@preact/signals";

export const said = signal("");

/** Does something that takes a button away: the focus goes to what is said instead, not to the top of the page. */
export const andStay = (act: () => void) => () => {
  document.querySelector<HTMLElement>(".message")?.focus({ preventScroll: true });
  act();
};

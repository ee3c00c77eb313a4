/** What happened last, for those who do not see it: the frame tells it to screen readers. */

import { signal } from "@preact/signals";

export const said = signal("");

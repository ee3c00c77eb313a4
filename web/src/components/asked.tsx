/** A word on a size in the address that a section does not accept. */

import { query } from "../route";

export interface AskedProps {
  /** The size that is shown. */
  n: number;
  min: number;
  max: number;
}

export function Asked({ n, min, max }: AskedProps) {
  const asked = query.value.get("n");
  if (asked === null || asked === String(n)) return null;
  return (
    <p class="notice" role="status">
      The address asks for n = {asked}. Here n goes from {min} to {max}.
    </p>
  );
}

/** What failed, and what to do. */

import { capital } from "../words";

/** What is said below the edge of the screen is not read. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

export function Trouble({ message, advice }: { message: string; advice: string }) {
  return (
    <p role="alert" class="notice bad" ref={show}>
      {capital(message)}.
      <br />
      {capital(advice)}.
    </p>
  );
}

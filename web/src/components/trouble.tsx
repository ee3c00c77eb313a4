/** What failed, and what to do. */

import { capital } from "../words";

export function Trouble({ message, advice }: { message: string; advice: string }) {
  return (
    <p role="alert" class="notice bad">
      {capital(message)}.
      <br />
      {capital(advice)}.
    </p>
  );
}

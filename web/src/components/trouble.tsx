/** What failed, and what to do: the form in which every part of the page tells it. */

import { capital } from "../words";

export interface Trouble {
  message: string;
  advice: string;
}

/** What is said below the edge of the screen is not read. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

/** A sentence: with a capital letter and one full stop. */
const sentence = (text: string) =>
  `${capital(text.trim())}${/[.!?]$/.test(text.trim()) ? "" : "."}`;

export function Trouble({ message, advice }: Trouble) {
  return (
    <p role="alert" class="notice bad" ref={show}>
      {sentence(message)}
      <br />
      {sentence(advice)}
    </p>
  );
}

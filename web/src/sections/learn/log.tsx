/** The last steps, in words: a click leads back to one. */

import { grouped } from "../../components/table";
import { capital } from "../../words";
import type { Player } from "./player";

/** As many as are seen at once. */
const LAST = 8;

export function Log({ player, onGo }: { player: Player; onGo: (number: number) => void }) {
  const steps = player.moment.value ? player.last(LAST) : [];
  return (
    <section class="log aside" aria-labelledby="log-title">
      <h2 id="log-title">The last steps</h2>
      <ol>
        {steps.map(({ number, words }) => (
          <li key={number}>
            <button type="button" class="link" onClick={() => onGo(number)}>
              <span class="quiet">{grouped(number)}</span> {capital(words)}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

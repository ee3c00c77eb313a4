/** What comes next? The reader says so before each step, and is told how often it was right. */

import { useEffect, useRef, useState } from "preact/hooks";

import type { StepView } from "../../engine";
import { capital } from "../../words";
import type { Player } from "./player";

const ANSWERS: readonly { event: StepView["event"]; name: string }[] = [
  { event: "try", name: "Try" },
  { event: "reject", name: "Reject" },
  { event: "place", name: "Place" },
  { event: "remove", name: "Take back" },
  { event: "solution", name: "Solution" },
];

export interface GuessProps {
  player: Player;
  /** Wraps what the reader does: it ends what is playing. */
  ask: (what: () => unknown) => () => void;
}

export function Guess({ player, ask }: GuessProps) {
  const [score, setScore] = useState({ right: 0, all: 0 });
  const [said, setSaid] = useState("");
  const answer = (event: StepView["event"]) =>
    ask(() => {
      const next = player.peek();
      if (!next) return;
      const right = next.event === event;
      const now = { right: score.right + (right ? 1 : 0), all: score.all + 1 };
      setScore(now);
      setSaid(`${right ? "Right" : "No"}. ${capital(next.words)}.`);
      player.advance(1);
    })();
  const over = player.atEnd.value;

  // The digits answer, wherever the focus is but in a field.
  const latest = useRef(answer);
  latest.current = answer;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const field = (event.target as Element).closest(
        "select, textarea, input:not([type=checkbox])",
      );
      const chosen = ANSWERS[Number(event.key) - 1];
      if (field || event.ctrlKey || event.metaKey || event.altKey || !chosen) return;
      event.preventDefault();
      latest.current(chosen.event);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  return (
    <div class="guess" role="group" aria-label="What comes next?">
      <div class="row answers-row">
        {ANSWERS.map(({ event, name }, index) => (
          <button key={event} type="button" disabled={over} onClick={() => answer(event)}>
            {name} <kbd aria-hidden="true">{index + 1}</kbd>
          </button>
        ))}
      </div>
      <p class="score" role="status" data-testid="score">
        {said}{" "}
        {score.all > 0 ? (
          <b>
            {over ? "The run is over: " : ""}
            {score.right} of {score.all} right
          </b>
        ) : (
          "Say what comes next."
        )}
      </p>
    </div>
  );
}

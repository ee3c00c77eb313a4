/** An editor for puzzles: regions are drawn, and the page says at once whether they make a puzzle. */

import { Copy } from "../../components/copy";
import { Patterns, PuzzleBoard } from "../../components/puzzle";
import type { PuzzleExplanation, PuzzleRating } from "../../engine";
import { engine, told } from "../../engine";
import { useUndoKeys } from "../../history";
import { useAnswer } from "../../latest";
import { NO_MARKS, type Puzzle, plainColorsOf, rowsOf } from "../../puzzle";
import { format } from "../../route";
import { capital } from "../../words";
import {
  LETTERS,
  SIZES,
  blank,
  doubtfulIn,
  drawing,
  found,
  history,
  paint,
  pen,
  put,
  read,
  refused,
  set,
  textOf,
  turn,
} from "./drawing";
import { open } from "./opening";
import { Several } from "./several";
import { chosen, puzzle } from "./state";
import "./editor.css";

interface Judgement {
  explanation: PuzzleExplanation;
  rating: PuzzleRating | null;
}

async function judge(text: string, signal: AbortSignal): Promise<Judgement> {
  const explanation = await engine.explainPuzzle(text, { signal });
  const one = explanation.solutions.length === 1;
  return { explanation, rating: one ? await engine.ratePuzzle(text, { signal }) : null };
}

export function Editor() {
  const { n, letters } = drawing.value;
  const text = textOf(drawing.value);
  // Colors by the letter, so that they stay when a region is new or gone.
  const used = LETTERS.slice(
    0,
    Math.max(n, ...[...letters].map((one) => LETTERS.indexOf(one) + 1)),
  );
  const drawn: Puzzle = {
    n,
    compact: text,
    letters: used,
    of: [...letters].map((letter) => LETTERS.indexOf(letter)),
  };
  const colors = plainColorsOf(drawn);
  const { answer, error } = useAnswer((signal) => judge(text, signal), [text]);
  const solutions = answer?.explanation.solutions ?? [];
  const good = solutions.length === 1;
  const doubt = good ? null : (found.value?.doubt ?? null);
  useUndoKeys(turn);
  return (
    <section aria-labelledby="editor-title" class="editor stage">
      <div class="table">
        {chosen.value.patterns ? <Patterns /> : null}
        <PuzzleBoard
          puzzle={drawn}
          marks={NO_MARKS}
          auto={false}
          letters={true}
          patterns={chosen.value.patterns}
          vision={chosen.value.vision}
          drawing
          doubtful={doubt === null ? [] : doubtfulIn(drawing.value)}
          hands={{
            click: (square) => put(square, pen.value),
            menu: (square) => (pen.value = letters[square] ?? "A"),
            drag: (squares, first) => paint(squares, pen.value, !first),
            key: (square, key) => {
              const letter = key.toUpperCase();
              if (!LETTERS.slice(0, n).includes(letter)) return false;
              pen.value = letter;
              put(square, letter);
              return true;
            },
          }}
        />
      </div>
      <div class="side">
        <h1 id="editor-title">Play: draw a puzzle</h1>
        <p
          role="status"
          class={`notice ${good ? "good" : error || answer ? "bad" : ""}`}
          data-testid="judgement"
        >
          {refused.value === null
            ? ""
            : `The address asks for a drawing that cannot be read: “${refused.value.slice(0, 40)}”. Here is an empty board. `}
          {found.value?.text === text && doubt === null
            ? "This board was found in the picture. "
            : ""}
          {doubt === null
            ? verdict(answer, error)
            : `${capital(doubt)}. Correct the squares with a question mark.`}
        </p>
        <fieldset class="pens">
          <legend>A click or a drag puts squares into region</legend>
          {drawn.letters.map((letter, index) => (
            <label key={letter} class={letter === pen.value ? "chosen" : undefined}>
              <input
                type="radio"
                name="pen"
                class="hidden"
                checked={letter === pen.value}
                onChange={() => (pen.value = letter)}
              />
              <svg
                viewBox="0 0 1 1"
                class={chosen.value.vision ? "puzzle vision" : "puzzle"}
                aria-hidden="true"
              >
                <rect class={`region-${colors[index]}`} width="1" height="1" />
              </svg>
              {letter}
            </label>
          ))}
        </fieldset>
        <div class="row">
          <button type="button" disabled={!history.canUndo.value} onClick={() => turn(-1)}>
            Undo
          </button>
          <button type="button" disabled={!history.canRedo.value} onClick={() => turn(1)}>
            Redo
          </button>
          <Copy what="address of the drawing" text={() => location.href}>
            Copy the address
          </Copy>
          <a
            class="button primary"
            href={format("play", new URLSearchParams({ p: text }))}
            onClick={(event) => {
              const marks = found.value?.text === text ? found.value : null;
              if (!marks || marks.queens.length + marks.crosses.length === 0) return;
              event.preventDefault();
              const { queens, crosses: blocked } = marks;
              const schema = "queens.problem/1";
              void open(JSON.stringify({ schema, n, regions: rowsOf(drawn), queens, blocked }));
            }}
          >
            Play it
          </a>
        </div>
        <div class="row">
          <label class="field">
            <span>Size</span>
            <select
              value={n}
              onChange={(event) => {
                const size = Number(event.currentTarget.value);
                set(read(blank(size)), `${size} by ${size}, a region for each row`);
              }}
            >
              {SIZES.map((size) => (
                <option key={size} value={size}>
                  {size} × {size}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            disabled={!puzzle.value || !SIZES.includes(puzzle.value.n)}
            onClick={() => {
              if (puzzle.value) set(read(puzzle.value.compact), "the puzzle that was played");
            }}
          >
            Begin with the puzzle I play
          </button>
          <a href={format("play")}>Back to the game</a>
        </div>
        {solutions.length > 1 ? <Several now={drawn} solutions={solutions} drawing /> : null}
        <p class="quiet">
          By keyboard, a letter puts the square under the focus into its region. The second button
          of the mouse takes the region of a square.
        </p>
      </div>
    </section>
  );
}

/** Whether the drawing is a puzzle. */
function verdict(answer: Judgement | null, error: unknown): string {
  if (error) {
    const { message, advice } = told(error);
    return `${capital(message)}: ${advice}.`;
  }
  if (!answer) return "Looking for solutions…";
  const { solutions, reason } = answer.explanation;
  if (solutions.length === 1) {
    const { level, score } = answer.rating ?? { level: "", score: "" };
    return `One solution: a puzzle. It is ${level} (${score}).`;
  }
  return solutions.length === 0
    ? `No solution. ${reason ?? ""}`
    : "Several solutions: the regions must say more.";
}

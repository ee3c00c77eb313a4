/** An editor for puzzles: regions are drawn, and the page says at once whether they make a puzzle. */

import { computed, signal } from "@preact/signals";

import type { PuzzleExplanation, PuzzleRating } from "../../engine";
import { engine, told } from "../../engine";
import { UndoHistory } from "../../history";
import { useAnswer } from "../../latest";
import { format, query, setQuery } from "../../route";
import { capital } from "../../words";
import { nameOf } from "../solve/position";
import { Patterns, PuzzleBoard } from "./board";
import { NO_MARKS, type Puzzle, colorsOf, rowsOf } from "./game";
import { Copy } from "./share";
import { chosen, open, puzzle } from "./state";
import "./editor.css";

const SIZES = Array.from({ length: 17 }, (_, index) => index + 4);
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** A region for each row: what a new drawing begins with. */
const blank = (n: number) =>
  `${n}x1.${LETTERS.slice(0, n)
    .map((letter) => letter.repeat(n))
    .join("")}`;

interface Drawing {
  n: number;
  /** A letter for each square. */
  letters: string;
}

/** The drawing of an address, or a new one. */
function read(text: string): Drawing {
  const [, size = "", letters = ""] = /^(\d+)x1\.([A-Z]+)$/.exec(text) ?? [];
  const n = Number(size);
  if (SIZES.includes(n) && letters.length === n * n) return { n, letters };
  return { n: 8, letters: blank(8).slice(4) };
}

const drawing = computed(() => read(query.value.get("draw") ?? ""));
const pen = signal("A");
/** What was found in a picture: its marks belong to this drawing only. */
export const found = signal<{ text: string; queens: string[]; crosses: string[] } | null>(null);
const said = signal("");
/** So that drawing can be undone; the address is the drawing that is shown. */
const history = new UndoHistory<string>("");

const show = ({ n, letters }: Drawing) => `${n}x1.${letters}`;

function set(next: Drawing, words: string, replace = false) {
  if (history.now.peek() !== show(drawing.peek())) history.push(show(drawing.peek()));
  history.push(show(next), replace);
  said.value = words;
  setQuery({ draw: show(next) });
}

function turn(by: number) {
  history.turn(by);
  if (history.now.peek() !== "") setQuery({ draw: history.now.peek() });
}

function paint(squares: readonly number[], letter: string, replace = false) {
  const now = drawing.peek();
  const letters = [...now.letters];
  for (const square of squares) letters[square] = letter;
  const names = squares.map((square) => nameOf(square, now.n)).join(", ");
  set({ n: now.n, letters: letters.join("") }, `${names} in region ${letter}`, replace);
}

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
  const text = show(drawing.value);
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
  const colors = colorsOf(drawn);
  const { answer, error } = useAnswer((signal) => judge(text, signal), [text]);
  const good = answer?.explanation.solutions.length === 1;
  return (
    <section aria-labelledby="editor-title" class="editor">
      <div class="canvas">
        {chosen.value.patterns ? <Patterns /> : null}
        <PuzzleBoard
          puzzle={drawn}
          marks={NO_MARKS}
          auto={false}
          letters={true}
          patterns={chosen.value.patterns}
          hands={{
            click: (square) => paint([square], pen.value),
            menu: (square) => (pen.value = letters[square] ?? "A"),
            drag: (squares, first) => paint(squares, pen.value, !first),
            key: (square, key) => {
              const letter = key.toUpperCase();
              if (!LETTERS.slice(0, n).includes(letter)) return false;
              pen.value = letter;
              paint([square], letter);
              return true;
            },
          }}
        />
      </div>
      <div class="stack">
        <h1 id="editor-title">Play: draw a puzzle</h1>
        <p
          role="status"
          class={`notice ${good ? "good" : error || answer ? "bad" : ""}`}
          data-testid="judgement"
        >
          {found.value?.text === text ? `This board was found in the picture. ` : ""}
          {verdict(answer, error)}
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
              <svg viewBox="0 0 1 1" class="puzzle" aria-hidden="true">
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
        <p class="quiet">
          By keyboard, a letter puts the square under the focus into its region. The second button
          of the mouse takes the region of a square.
        </p>
      </div>
      <p class="hidden" role="status">
        {said.value}
      </p>
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
    : "Several solutions: regions must say more.";
}

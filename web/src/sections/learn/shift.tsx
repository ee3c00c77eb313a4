/** Why the diagonals are shifted: put queens on a board and slide a row down. */

import { useEffect, useState } from "preact/hooks";

import { type Square, same } from "../../board";
import { Board, queensInWords } from "../../components/board";
import { digits, wordsOfRow } from "./lines";
import { Rays } from "./rays";
import { BitStrings } from "./strings";

const N = 8;
const FIRST: Square[] = [
  { row: 0, column: 2 },
  { row: 1, column: 5 },
  { row: 2, column: 3 },
];
const NAMES = {
  ld: "down to the right",
  cols: "straight down",
  rd: "down to the left",
} as const;

export function ShiftLesson() {
  const [queens, setQueens] = useState(FIRST);
  const [row, setRow] = useState(2);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => {
      setRow((now) => {
        if (now + 1 >= N - 1) setPlaying(false);
        return Math.min(N - 1, now + 1);
      });
    }, 1100);
    return () => clearInterval(timer);
  }, [playing]);

  // One queen a row, as the algorithm has it; the row that slides is below them all.
  const toggle = (square: Square) => {
    const others = queens.filter((queen) => queen.row !== square.row);
    const taken = queens.some((queen) => same(queen, square));
    const next = taken ? others : [...others, square].sort((a, b) => a.row - b.row);
    setQueens(next);
  };
  const above = queens.filter((queen) => queen.row < row);
  const placed = queens.find((queen) => queen.row === row);
  const words = wordsOfRow(N, queens, row);
  const bit = placed ? 1 << (N - 1 - placed.column) : 0;
  const below = row + 1 < N ? wordsOfRow(N, queens, row + 1) : null;
  const free = ~(words.ld | words.cols | words.rd) & ((1 << N) - 1);
  const all = { ...words, free, bit };
  const rows = (["ld", "cols", "rd", "free", "bit"] as const).map((name) => ({
    name,
    digits: digits(N, all[name]),
    column: placed?.column,
  }));
  const next = below
    ? (["ld", "cols", "rd"] as const).map((name) => ({
        name,
        digits: digits(N, below[name]),
        from: ({ ld: "left", cols: "above", rd: "right" } as const)[name],
        column: placed && placed.column + { ld: 1, cols: 0, rd: -1 }[name],
      }))
    : [];

  return (
    <section class="lesson stage" aria-labelledby="shift-title">
      <h2 id="shift-title" class="first">
        Why <code>(ld | bit) &gt;&gt; 1</code> and <code>(rd | bit) &lt;&lt; 1</code>?
      </h2>
      <div class="table">
        <div class="row lesson-controls">
          <button
            type="button"
            class="primary"
            onClick={() => {
              if (!playing && row >= N - 1) setRow(1);
              setPlaying(!playing);
            }}
          >
            {playing ? "Pause" : "Slide the row down"}
          </button>
          <label class="field">
            <span>Row {row + 1}</span>
            <input
              type="range"
              min={1}
              max={N}
              value={row + 1}
              onInput={(event) => {
                setPlaying(false);
                setRow(Number(event.currentTarget.value) - 1);
              }}
            />
          </label>
          <button type="button" onClick={() => setQueens(FIRST)}>
            Queens as at first
          </button>
        </div>
        <div class="figure wide moving">
          <Board
            n={N}
            queens={queens}
            row={row}
            onSquare={toggle}
            label={`${queensInWords(N, queens)}; row ${row + 1} is framed`}
          >
            <Rays n={N} queens={above} row={row} />
          </Board>
          <p class="strings-title">Row {row + 1}: a 1 where a line crosses it</p>
          <BitStrings n={N} label={`Bit strings of row ${row + 1}`} rows={rows} />
          <p class="strings-title">
            {below
              ? `Row ${row + 2}: ${placed ? "the bit joins, and each" : "each"} string moves as its lines do`
              : "There is no row below"}
          </p>
          <BitStrings
            n={N}
            label={below ? `Bit strings of row ${row + 2}` : "No row below"}
            rows={next}
            beat={row}
          />
          {below ? (
            <ul class="formulas" aria-label="How they are made">
              <li class="ld">
                <code>ld ← (ld | bit) &gt;&gt; 1</code>
              </li>
              <li class="cols">
                <code>cols ← cols | bit</code>
              </li>
              <li class="rd">
                <code>rd ← (rd | bit) &lt;&lt; 1</code>
              </li>
            </ul>
          ) : null}
        </div>
      </div>
      <div class="side">
        <p class="prose">
          Each queen sends three lines down the board. Slide the framed row and watch where they
          cross it: the line of <span class="ink ld">ld</span> one column further to the right in
          every row, that of <span class="ink rd">rd</span> one further to the left, that of{" "}
          <span class="ink cols">cols</span> not at all. A bit string is nothing but those
          crossings, written as 0 and 1. Moving them all by one column is one shift of the whole
          string. Click a square to put a queen there or take it away.
        </p>
        <p>
          The strings of <strong>all rows</strong>, one under the other, are the picture of the
          lines. Reading down a picture by one row is the shift.
        </p>
        <div class="three">
          {(["ld", "cols", "rd"] as const).map((name) => (
            <Stack key={name} name={name} queens={queens} row={row} />
          ))}
        </div>
        <ol class="steps">
          <li>
            A queen on column c of row r attacks column c + 1 of row r + 1, c + 2 of row r + 2, and
            so on: a <span class="ink ld">\ diagonal</span>. Column a is the highest bit, so “one
            column to the right” is “one bit lower”: <code>&gt;&gt; 1</code>.
          </li>
          <li>
            The <span class="ink rd">/ diagonal</span> goes the other way: <code>&lt;&lt; 1</code>.
            Columns stay where they are.
          </li>
          <li>
            Before the shift the new queen joins: <code>ld | bit</code> sets her column
            {placed ? (
              <>
                {" "}
                (here <code>bit = {digits(N, bit)}</code>)
              </>
            ) : null}
            . From then on her diagonals move with all the others. The program remembers nothing
            else about her.
          </li>
          <li>
            A bit shifted past the edge has left the board. To the right it falls off by itself; to
            the left <code>&amp; done</code> cuts it off.
          </li>
        </ol>
      </div>
    </section>
  );
}

interface StackProps {
  name: "ld" | "cols" | "rd";
  queens: readonly Square[];
  row: number;
}

/** The same string of every row, one under the other. */
function Stack({ name, queens, row }: StackProps) {
  const rows = Array.from({ length: N }, (_, index) => {
    const upTo = queens.filter((queen) => queen.row < index);
    return digits(N, wordsOfRow(N, upTo, index)[name]);
  });
  return (
    <figure class={`layers ${name}`}>
      <figcaption>
        <code class={`ink ${name}`}>{name}</code> {NAMES[name]}
      </figcaption>
      <svg
        viewBox={`-0.05 -0.05 ${N + 0.1} ${N + 0.1}`}
        role="img"
        aria-label={`${name} in each row: ${rows.join(", ")}`}
      >
        <rect class="ground" width={N} height={N} />
        {rows.flatMap((text, index) =>
          [...text].map((digit, column) => (
            <g key={`${index},${column}`} transform={`translate(${column} ${index})`}>
              {digit === "1" ? (
                <rect class="one" x=".06" y=".06" width=".88" height=".88" rx=".14" />
              ) : null}
              <text class={digit === "1" ? "on" : "off"} x=".5" y=".69">
                {digit}
              </text>
            </g>
          )),
        )}
        {queens.map((queen) => (
          <circle
            key={`${queen.row},${queen.column}`}
            class="queen"
            cx={queen.column + 0.5}
            cy={queen.row + 0.5}
            r=".34"
          />
        ))}
        <rect class="current-row" y={row} width={N} height="1" />
      </svg>
    </figure>
  );
}

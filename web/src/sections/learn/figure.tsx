/** A moment of a search: the board, the lines of its queens, the bit strings under its columns. */

import { type Square, parseSquare } from "../../board";
import { Board, type Mark, queensInWords } from "../../components/board";
import type { MemberAbout, StepView } from "../../engine";
import { Rays } from "./rays";
import { BitStrings, type StringRow } from "./strings";

/** What the letters of `StepView.cells` mean on the board. */
const MARKS: Record<string, Mark | undefined> = {
  "-": "attacked",
  C: "culprit",
  "?": "tried",
  x: "rejected",
  P: "placed",
  R: "removed",
  S: "solved",
};

export interface FigureProps {
  about: MemberAbout;
  n: number;
  moment: StepView;
  /** Whether the lines of the queens are drawn. */
  rays: boolean;
  /** Whether digits move; not when steps follow each other too fast. */
  moving: boolean;
}

/** The row that the search is at: where the bit strings belong. */
export function rowOf(moment: StepView): number | null {
  const square = moment.square === null ? null : parseSquare(moment.square);
  return square?.row ?? null;
}

export function Figure({ about, n, moment, rays, moving }: FigureProps) {
  const queens = moment.queens.flatMap((name) => parseSquare(name) ?? []);
  const mark = ({ row, column }: Square) => MARKS[moment.cells[row * n + column] ?? ""];
  const square = moment.square === null ? null : parseSquare(moment.square);
  const bits = about.strings.length > 0;
  const goesDown = moment.event === "place" && square !== null && square.row + 1 < n;
  const row = bits && square ? square.row + (goesDown ? 1 : 0) : null;
  const here = moment.event === "start" || !square ? undefined : square.column;
  return (
    <div class={`figure${bits ? " wide" : ""}${moving ? " moving" : ""}`}>
      <Board
        n={n}
        queens={queens}
        mark={mark}
        label={`${queensInWords(n, queens)}; ${moment.words}`}
        {...(bits && square ? { row: square.row } : {})}
      >
        {bits && rays && row !== null ? <Rays n={n} queens={queens} row={row} /> : null}
      </Board>
      {bits ? <Strings about={about} n={n} moment={moment} here={here} square={square} /> : null}
    </div>
  );
}

interface StringsProps {
  about: MemberAbout;
  n: number;
  moment: StepView;
  here: number | undefined;
  square: Square | null;
}

function Strings({ about, n, moment, here, square }: StringsProps) {
  const blank = "·".repeat(n);
  const now: StringRow[] = about.strings.map(({ name }) => {
    const string = moment.strings.find((one) => one.name === name);
    return { name, digits: string?.digits ?? blank, column: here };
  });
  const from = { ld: "left", rd: "right", cols: "above" } as const;
  const shift = { ld: 1, rd: -1, cols: 0 };
  const next = ["ld", "cols", "rd"].map((name) => {
    const string = moment.strings.find((one) => one.name === name)?.next;
    const way = name as keyof typeof from;
    const moved = here === undefined ? undefined : here + shift[way];
    return {
      formula: string?.formula ?? "",
      row: {
        name,
        digits: string?.digits ?? blank,
        column: string ? moved : undefined,
        from: string ? from[way] : undefined,
      } satisfies StringRow,
    };
  });
  const goes = next.some(({ formula }) => formula !== "");
  const number = square ? square.row + 1 : null;
  return (
    <>
      <p class="strings-title">
        {number === null ? "The bit strings of a row" : `The bit strings of row ${number}`}
      </p>
      <BitStrings
        n={n}
        label={number === null ? "Bit strings" : `Bit strings of row ${number}`}
        rows={now}
      />
      <div class={`handed${goes ? "" : " idle"}`}>
        <p class="strings-title">
          {goes && number !== null
            ? `Handed down to row ${number + 1}: every \\ one place to the right, every / one to the left`
            : "Handed down to the next row when a queen is placed"}
        </p>
        <BitStrings
          n={n}
          label={goes && number !== null ? `Bit strings of row ${number + 1}` : "Next row, not yet"}
          rows={next.map(({ row }) => row)}
          beat={moment.number}
        />
        <ul class="formulas" aria-label="How they are made">
          {next.map(({ row, formula }) => (
            <li key={row.name} class={row.name}>
              <code>
                {row.name} ← {formula === "" ? "…" : formula}
              </code>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

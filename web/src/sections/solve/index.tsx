/** Solve: put queens on a board, and see at once whether it can be completed. */

import { Chapter } from "../../components/chapter";
import { useUndoKeys } from "../../history";
import { SolveBoard } from "./board";
import { Files, Keys } from "./files";
import { tool, turn, useAnalysis } from "./state";
import { Actions, Tools } from "./tools";
import { Verdict } from "./verdict";
import "./solve.css";

export default function Solve() {
  useAnalysis();
  useUndoKeys(turn);
  return (
    <section aria-labelledby="solve-title" class="solve stage">
      <h1 id="solve-title" class="hidden">
        Solve
      </h1>
      <div class={tool.value === "block" ? "table drawing" : "table"}>
        <SolveBoard />
      </div>
      <div class="side stack">
        <Actions />
        <Verdict />
        <div class="panel">
          <Tools />
        </div>
        <Files />
        <Keys />
        <p class="quiet">
          Put queens on the board and block squares. The page says whether the rest can be filled,
          in how many ways, and why not. The text form of boards:{" "}
          <Chapter path="formats.md#problems" title="Formats" />.
        </p>
      </div>
    </section>
  );
}

/**
 * The search tree as it grows: a level for each queen, a stroke for each queen put down.
 *
 * The place of a node is that in the whole tree, so that nothing moves while it grows. A tree too
 * large to be drawn is shown as the sizes of its levels.
 */

import { useMemo } from "preact/hooks";

import { grouped } from "../../components/table";
import { engine } from "../../engine";
import { useAnswer } from "../../latest";
import { LEVEL, type Laid, WIDTH, layOut } from "./layout";

/** Strokes that a screen can still tell apart, and draw sixty times a second. */
const MOST = 5000;

export interface SearchTreeProps {
  member: string;
  n: number;
  /** The number of the step. */
  number: number;
  depths: readonly number[];
}

export function SearchTree({ member, n, number, depths }: SearchTreeProps) {
  const { answer: tree } = useAnswer(
    (signal) => engine.tree(member, n, MOST, { signal }),
    [member, n],
  );
  const laid = useMemo(() => (tree && "nodes" in tree ? layOut(tree.nodes, n) : null), [tree, n]);
  const most = Math.max(1, ...(laid?.totals ?? depths));
  const names = Array.from({ length: n + 1 }, (_, depth) => depth);
  return (
    <div class="tree" style={{ "--levels": n + 1 }}>
      {laid ? <Drawing laid={laid} number={number} n={n} /> : null}
      <ol class="levels" start={0} aria-label="Nodes by the number of queens">
        {names.map((depth) => {
          const count = depths[depth] ?? 0;
          const total = laid?.totals[depth];
          return (
            <li key={depth}>
              <span class="bar" style={{ width: `${(100 * count) / most}%` }} aria-hidden="true" />
              <span class="text">
                {depth} {depth === 1 ? "queen" : "queens"}: {grouped(count)}
                {total === undefined ? "" : ` of ${grouped(total)}`}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Drawing({ laid, number, n }: { laid: Laid; number: number; n: number }) {
  const { nodes, strokes, places } = laid;
  let grown = 0;
  let high = nodes.length;
  while (grown < high) {
    const middle = (grown + high) >> 1;
    if ((nodes[middle]?.[3] ?? Infinity) <= number) grown = middle + 1;
    else high = middle;
  }
  const path: string[] = [];
  const solutions: string[] = [];
  let tip = { x: WIDTH / 2, y: LEVEL / 2 };
  for (let index = 0; index < grown; index += 1) {
    const [, , , , removed, found] = nodes[index] ?? [0, 0, 0, 0, 0, 0];
    const place = places[index];
    if (!place) continue;
    if (removed > number) {
      path.push(strokes[index] ?? "");
      tip = place;
    }
    // A dot: a stroke of no length with round ends. It keeps its form when the picture is stretched.
    if (found > 0) solutions.push(`M${place.x.toFixed(1)} ${place.y}h0`);
  }
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${LEVEL * (n + 1)}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`The search tree so far: ${grown} of ${nodes.length} nodes below the root, ${solutions.length} of them solutions`}
    >
      <path class="grown" d={strokes.slice(0, grown).join("")} />
      <path class="path" d={path.join("")} />
      <path class="solutions" d={solutions.join("")} />
      <path class="tip" d={`M${tip.x.toFixed(1)} ${tip.y}h0`} />
    </svg>
  );
}

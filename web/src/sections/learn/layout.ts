/** Where the nodes of a search tree are drawn. */

import type { TreeNode } from "../../engine";

/** The width of the picture, and the height of a level. */
export const WIDTH = 1000;
export const LEVEL = 40;

export interface Laid {
  nodes: TreeNode[];
  /** For each node: the stroke from its parent. */
  strokes: string[];
  /** For each node: where it is. */
  places: { x: number; y: number }[];
  totals: number[];
}

/** Leaves side by side at equal distances, a parent above the middle of its children. */
export function layOut(nodes: TreeNode[], depths: number): Laid {
  const parents: number[] = [];
  const path: number[] = [];
  const children = nodes.map(() => 0);
  for (const [index, [depth]] of nodes.entries()) {
    path.length = depth - 1;
    const parent = path.at(-1) ?? -1;
    parents.push(parent);
    if (parent >= 0) children[parent] = (children[parent] ?? 0) + 1;
    path.push(index);
  }
  const leaves = children.filter((count) => count === 0).length;
  const unit = WIDTH / Math.max(1, leaves);
  const [first, last] = [nodes.map(() => WIDTH), nodes.map(() => 0)];
  let leaf = 0;
  const place = (index: number, left: number, right: number) => {
    first[index] = Math.min(first[index] ?? WIDTH, left);
    last[index] = Math.max(last[index] ?? 0, right);
  };
  for (const [index, count] of children.entries()) {
    if (count > 0) continue;
    const x = unit * (leaf + 0.5);
    leaf += 1;
    for (let node = index; node >= 0; node = parents[node] ?? -1) place(node, x, x);
  }
  const places = nodes.map(([depth], index) => ({
    x: ((first[index] ?? 0) + (last[index] ?? 0)) / 2,
    y: LEVEL * (depth + 0.5),
  }));
  const root = { x: WIDTH / 2, y: LEVEL / 2 };
  const strokes = places.map(({ x, y }, index) => {
    const from = places[parents[index] ?? -1] ?? root;
    return `M${from.x.toFixed(1)} ${from.y}L${x.toFixed(1)} ${y}`;
  });
  const totals = Array.from({ length: depths + 1 }, (_, depth) =>
    depth === 0 ? 1 : nodes.filter((node) => node[0] === depth).length,
  );
  return { nodes, strokes, places, totals };
}

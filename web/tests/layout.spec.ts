/** The drawing of a tree, without a browser. */

import { expect, test } from "@playwright/test";

import type { TreeNode } from "../src/engine";
import { LEVEL, WIDTH, layOut } from "../src/sections/learn/layout";

/** The tree whose nodes have these numbers of children, by depth; in the order of a search. */
function tree(children: readonly number[]): TreeNode[] {
  const nodes: TreeNode[] = [];
  const grow = (depth: number) => {
    for (let column = 0; column < (children[depth - 1] ?? 0) - (nodes.length % 2); column += 1) {
      nodes.push([depth, column, depth - 1, nodes.length + 1, 0, 0]);
      grow(depth + 1);
    }
  };
  grow(1);
  return nodes;
}

test("leaves stand side by side, parents above the middle of what is below them", () => {
  for (const shape of [[], [1], [4, 3], [3, 3, 3], [2, 4, 1, 3]]) {
    const nodes = tree(shape);
    const { places, strokes, totals } = layOut(nodes, shape.length);
    expect(strokes.length).toBe(nodes.length);
    expect(totals.reduce((sum, count) => sum + count, 0)).toBe(nodes.length + 1);
    const below = (index: number) => {
      const [depth = 0] = nodes[index] ?? [];
      const end = nodes.findIndex((node, other) => other > index && node[0] <= depth);
      return nodes.map((_, other) => other).slice(index + 1, end < 0 ? undefined : end);
    };
    const leaves = nodes.flatMap((_, index) =>
      below(index).length === 0 ? (places[index]?.x ?? []) : [],
    );
    leaves.forEach((x, index) => expect(x).toBeCloseTo((WIDTH / leaves.length) * (index + 0.5)));
    for (const [index, [depth]] of nodes.entries()) {
      expect(places[index]?.y).toBe(LEVEL * (depth + 0.5));
      const xs = below(index).map((other) => places[other]?.x ?? NaN);
      if (xs.length > 0) {
        expect(places[index]?.x).toBeCloseTo((Math.min(...xs) + Math.max(...xs)) / 2);
      }
    }
  }
});

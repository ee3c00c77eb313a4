import { columnName } from "../../../board";

/** `rows 3 and 4`, `column b`, `no rows`. */
export function linesInWords(kind: "row" | "column", lines: readonly number[]): string {
  const names = lines.map((line) => (kind === "row" ? String(line + 1) : columnName(line)));
  if (names.length === 0) return `no ${kind}s`;
  if (names.length === 1) return `${kind} ${names[0]}`;
  return `${kind}s ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

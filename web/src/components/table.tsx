/** A table of data with a caption; columns of numbers are aligned to the right. */

import type { ComponentChildren } from "preact";

export interface Column<Row> {
  title: string;
  number?: boolean;
  cell: (row: Row, index: number) => ComponentChildren;
}

export interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

export function DataTable<Row>({ caption, columns, rows }: DataTableProps<Row>) {
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table class="data">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={column.number ? "number" : undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.title} class={column.number ? "number" : undefined}>
                  {column.cell(row, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A whole number with its digits in groups of three, as the rest of the project writes it. */
export function grouped(value: bigint | number | string): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

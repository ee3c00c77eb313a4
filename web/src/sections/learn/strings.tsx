/** Bit strings under a board, a digit under each column: their names are below the numbers of its rows. */

export interface StringRow {
  name: string;
  digits: string;
  /** What to call it, where the name alone is not enough. */
  title?: string;
  /** The column to stand out. */
  column?: number | undefined;
  /** From where the digits came: one column to the left, to the right, or straight down. */
  from?: "left" | "right" | "above" | undefined;
}

export interface BitStringsProps {
  n: number;
  label: string;
  rows: readonly StringRow[];
  /** Changes when the digits are to move again. */
  beat?: number | undefined;
}

export function BitStrings({ n, label, rows, beat }: BitStringsProps) {
  return (
    <div class="strings" role="group" aria-label={label}>
      {rows.map(({ name, title, digits, column, from }) => (
        <div key={name} class={`string ${name}`}>
          <span class="name">{title ?? name}</span>
          <span
            class="digits"
            style={{ gridTemplateColumns: `repeat(${n}, 1fr)` }}
            role="img"
            aria-label={`${name} ${digits}`}
          >
            {[...digits].map((digit, index) => (
              <span
                key={from ? `${beat}:${index}` : index}
                class={`digit${digit === "1" ? " one" : ""}${column === index ? " here" : ""}${
                  from && digit === "1" ? ` from-${from}` : ""
                }`}
              >
                {digit}
              </span>
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}

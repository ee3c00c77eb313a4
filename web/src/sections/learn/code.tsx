/** Pseudo-code with its current line. */

export interface CodeProps {
  /** Whose code it is. */
  name: string;
  lines: readonly string[];
  current: number | null;
}

export function Code({ name, lines, current }: CodeProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`Pseudo-code of ${name}`}>
      <ol class="code">
        {lines.map((line, index) => (
          <li
            key={index}
            class={current === index ? "current" : ""}
            aria-current={current === index ? "step" : undefined}
          >
            <code>{line}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}

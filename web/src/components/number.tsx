/**
 * A field for an integer. What is typed counts as soon as it is valid; what is not stays in the field, with
 * a word on what is accepted, and the browser submits no form that contains it.
 */

import { useId, useState } from "preact/hooks";

import "./number-field.css";

export interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  disabled?: boolean;
  onValue: (value: number) => void;
}

export function NumberField({
  label,
  value,
  min,
  max,
  disabled = false,
  onValue,
}: NumberFieldProps) {
  /** The text while it is being edited or is not accepted, and the value it stands beside. */
  const [typed, setTyped] = useState<{ text: string; beside: number } | null>(null);
  const id = useId();
  const accepted = (text: string) => {
    const number = Number(text);
    return text.trim() !== "" && Number.isInteger(number) && number >= min && number <= max;
  };
  // A value that came from elsewhere, such as an address, replaces what was typed.
  const text = typed && typed.beside === value && !disabled ? typed.text : String(value);
  const refused = !accepted(text);
  return (
    <div class="field number-field">
      <label for={`${id}-field`}>{label}</label>
      <input
        id={`${id}-field`}
        type="number"
        required
        min={min}
        max={max}
        value={text}
        disabled={disabled}
        aria-invalid={refused}
        aria-describedby={refused ? `${id}-refused` : undefined}
        onInput={(event) => {
          const { value: now } = event.currentTarget;
          const taken = accepted(now);
          setTyped({ text: now, beside: taken ? Number(now) : value });
          if (taken && Number(now) !== value) onValue(Number(now));
        }}
        onBlur={() => {
          if (!refused) setTyped(null);
        }}
      />
      <span class="refused" id={`${id}-refused`} aria-live="polite">
        {refused ? `a whole number from ${min} to ${max}` : ""}
      </span>
    </div>
  );
}

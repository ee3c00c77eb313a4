/** A field for an integer. What is typed counts as soon as it is valid; otherwise leaving the field corrects it. */

import { useState } from "preact/hooks";

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
  /** The text while the field is being edited. */
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string) => {
    const number = Number(text);
    const sound = text.trim() !== "" && Number.isInteger(number) && number >= min && number <= max;
    if (sound && number !== value) onValue(number);
  };
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        min={min}
        max={max}
        value={typed ?? value}
        disabled={disabled}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          read(event.currentTarget.value);
        }}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}

/** Start, back, play, forward, speed: the controls of anything that goes step by step. */

import type { ComponentChildren } from "preact";

export interface StepperProps {
  label: string;
  playing: boolean;
  /** Steps a second. */
  speed: number;
  atStart: boolean;
  atEnd: boolean;
  busy?: boolean;
  onStart: () => void;
  onBack: () => void;
  onPlay: () => void;
  onForward: () => void;
  onSpeed: (speed: number) => void;
  /** More buttons, behind those of every stepper. */
  children?: ComponentChildren;
}

/** Steps a second, as the terminal has them up to where the eye cannot follow. */
export const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;

export function Stepper(props: StepperProps) {
  const { playing, speed, atStart, atEnd, busy = false } = props;
  const index = SPEEDS.findIndex((value) => value >= speed);
  return (
    <div class="stepper" role="group" aria-label={props.label}>
      <div class="row">
        <button type="button" onClick={props.onStart} disabled={atStart} title="Home">
          <span aria-hidden="true">⏮ </span>Start
        </button>
        <button type="button" onClick={props.onBack} disabled={atStart} title="Left arrow">
          <span aria-hidden="true">◀ </span>Back
        </button>
        <button
          type="button"
          class="primary"
          onClick={props.onPlay}
          disabled={atEnd && !playing}
          title="Space bar"
        >
          <span aria-hidden="true">{playing ? "❚❚ " : "▶ "}</span>
          {playing ? "Pause" : "Play"}
        </button>
        <button
          type="button"
          onClick={props.onForward}
          disabled={atEnd || busy}
          title="Right arrow"
        >
          Step<span aria-hidden="true"> ▶</span>
        </button>
        {props.children}
        <label class="field speed">
          <span>
            Speed: {speed} {speed === 1 ? "step" : "steps"} a second
          </span>
          <input
            type="range"
            min={0}
            max={SPEEDS.length - 1}
            value={index}
            aria-valuetext={`${speed} steps a second`}
            onInput={(event) => props.onSpeed(SPEEDS[Number(event.currentTarget.value)] ?? 5)}
          />
        </label>
      </div>
    </div>
  );
}

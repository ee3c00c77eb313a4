/** Start, back, play, forward: the controls of anything that goes step by step, in one row. And its speed. */

import type { ComponentChildren } from "preact";

import "./stepper.css";

export interface StepperProps {
  label: string;
  playing: boolean;
  atStart: boolean;
  atEnd: boolean;
  onStart: () => void;
  onBack: () => void;
  onPlay: () => void;
  onForward: () => void;
  /** What fills the rest of the row. */
  children?: ComponentChildren;
}

export function Stepper(props: StepperProps) {
  const { playing, atStart, atEnd } = props;
  return (
    <div class="stepper" role="group" aria-label={props.label}>
      <button type="button" onClick={props.onStart} disabled={atStart} title="Home">
        <Icon path="M2 2h2v10H2zM12 2v10L5 7z" />
        <span>Start</span>
      </button>
      <button type="button" onClick={props.onBack} disabled={atStart} title="Left arrow">
        <Icon path="M10 2v10L3 7z" />
        <span>Back</span>
      </button>
      <button
        type="button"
        class="primary play-button"
        onClick={props.onPlay}
        disabled={atEnd && !playing}
        title="Space bar"
      >
        <Icon path={playing ? "M3 2h3v10H3zM8 2h3v10H8z" : "M3 2v10l8-5z"} />
        <span>{playing ? "Pause" : "Play"}</span>
      </button>
      <button type="button" onClick={props.onForward} disabled={atEnd} title="Right arrow">
        <Icon path="M4 2v10l7-5z" />
        <span>Step</span>
      </button>
      {props.children}
    </div>
  );
}

/** Steps a second, as the terminal has them up to where the eye cannot follow. */
export const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;

export function Speed({ speed, onSpeed }: { speed: number; onSpeed: (speed: number) => void }) {
  const index = SPEEDS.findIndex((value) => value >= speed);
  return (
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
        onInput={(event) => onSpeed(SPEEDS[Number(event.currentTarget.value)] ?? 5)}
      />
    </label>
  );
}

/** A sign in a square of 14 units, in the color of the text. */
function Icon({ path }: { path: string }) {
  return (
    <svg class="icon" viewBox="0 0 14 14" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

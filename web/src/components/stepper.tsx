/** Start, back, play, forward, speed: the controls of anything that goes step by step. */

import type { ComponentChildren } from "preact";

import "./stepper.css";

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
      <div class="row main">
        <button type="button" onClick={props.onStart} disabled={atStart} title="Home">
          <Icon path="M2 2h2v10H2zM12 2v10L5 7z" />
          Start
        </button>
        <button type="button" onClick={props.onBack} disabled={atStart} title="Left arrow">
          <Icon path="M10 2v10L3 7z" />
          Back
        </button>
        <button
          type="button"
          class="primary"
          onClick={props.onPlay}
          disabled={atEnd && !playing}
          title="Space bar"
        >
          <Icon path={playing ? "M3 2h3v10H3zM8 2h3v10H8z" : "M3 2v10l8-5z"} />
          {playing ? "Pause" : "Play"}
        </button>
        <button
          type="button"
          onClick={props.onForward}
          disabled={atEnd || busy}
          title="Right arrow"
        >
          Step
          <Icon path="M4 2v10l7-5z" after />
        </button>
      </div>
      <div class="row more">
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

/** A sign in a square of 14 units, in the colour of the text. */
function Icon({ path, after = false }: { path: string; after?: boolean }) {
  return (
    <svg class={after ? "icon after" : "icon"} viewBox="0 0 14 14" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

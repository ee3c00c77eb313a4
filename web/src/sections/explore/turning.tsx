/** A solution and its images under the eight symmetries of the square. */

import { useEffect, useRef, useState } from "preact/hooks";

import { queensOf } from "../../board";
import { Board, queensInWords } from "../../components/board";
import { MiniBoard } from "../../components/mini";
import { Trouble } from "../../components/trouble";
import { engine, told } from "../../engine";
import { useAnswer } from "../../latest";

/** A symmetry of the library by its name: in words, and as a movement of the picture. */
const MOVES: Record<string, { words: string; transform: string }> = {
  Identity: { words: "unchanged", transform: "none" },
  QuarterTurn: { words: "quarter turn", transform: "rotate(90deg)" },
  HalfTurn: { words: "half turn", transform: "rotate(180deg)" },
  ThreeQuarterTurn: { words: "three quarter turn", transform: "rotate(270deg)" },
  Mirror: { words: "mirror, left and right", transform: "rotate3d(0, 1, 0, 180deg)" },
  Flip: { words: "flip, top and bottom", transform: "rotate3d(1, 0, 0, 180deg)" },
  Transpose: { words: "reflect in the \\ diagonal", transform: "rotate3d(1, 1, 0, 180deg)" },
  AntiTranspose: { words: "reflect in the / diagonal", transform: "rotate3d(1, -1, 0, 180deg)" },
};

const SECONDS = 0.9;

/** A solution, and the board that turns have made of it. */
export function useTurning(columns: number[]) {
  const key = columns.join(" ");
  const [turned, setTurned] = useState({ key, columns });
  const shown = turned.key === key ? turned.columns : columns;
  const [moving, setMoving] = useState<{ transform: string; to: number[] } | null>(null);
  const picture = useRef<HTMLDivElement>(null);
  const { answer, error } = useAnswer(
    async (signal) =>
      shown.length === 0 ? null : { of: shown, ...(await engine.orbit(shown, { signal })) },
    [shown.join(" ")],
  );
  // While the next orbit is on its way, the last one stays, together with the board it belongs to:
  // buttons that vanish would take the focus with them.
  const last = useRef(answer);
  last.current = answer ?? last.current;

  // The picture turns; then the image is drawn upright, with the letters where they belong.
  useEffect(() => {
    const element = picture.current;
    if (!moving || !element) return undefined;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const animation = element.animate([{ transform: "none" }, { transform: moving.transform }], {
      duration: still ? 1 : 1000 * SECONDS,
      easing: "ease-in-out",
    });
    animation.onfinish = () => {
      setTurned({ key, columns: moving.to });
      setMoving(null);
    };
    return () => animation.cancel();
  }, [moving]);

  const orbit = last.current;
  return { shown, picture, orbit, error, busy: moving !== null || answer === null, setMoving };
}

type Turned = ReturnType<typeof useTurning>;

export function Picture({ n, turned: { shown, picture } }: { n: number; turned: Turned }) {
  return (
    <div class="picture" ref={picture}>
      <Board
        n={n}
        queens={queensOf(shown)}
        lines
        label={`${queensInWords(n, queensOf(shown))}. Move over the squares to see their lines.`}
      />
    </div>
  );
}

export function Images({ turned, number }: { turned: Turned; number: number }) {
  const { shown, orbit, error, busy, setMoving } = turned;
  const images = orbit?.images ?? [];
  const here = (orbit?.of ?? shown).join(" ");
  const fixing = images.filter(({ columns: image }) => image.join(" ") === here);
  return (
    <section class="turn" aria-labelledby="turn-title">
      <h2 id="turn-title">Solution {number} and its images</h2>
      {error === null ? null : <Trouble {...told(error)} />}
      <p role="status">
        {orbit
          ? `${orbit.multiplicity} different ${orbit.multiplicity === 1 ? "image" : "images"}: ${
              fixing.length === 1
                ? "no turn or reflection leaves the board unchanged."
                : `${fixing
                    .filter(({ symmetry }) => symmetry !== "Identity")
                    .map(({ symmetry }) => MOVES[symmetry]?.words ?? symmetry)
                    .join(" and ")} leave the board unchanged.`
            }`
          : "…"}
      </p>
      <ul class="images" aria-label="The eight symmetries">
        {images.length === 0
          ? Object.entries(MOVES).map(([name, { words }]) => (
              <li key={name} class="kept">
                <button type="button" disabled>
                  <MiniBoard columns={shown} />
                  <span>{words}</span>
                </button>
              </li>
            ))
          : null}
        {images.map(({ symmetry, columns: image }) => {
          const move = MOVES[symmetry] ?? { words: symmetry, transform: "none" };
          const same = image.join(" ") === here;
          return (
            <li key={symmetry}>
              <button
                type="button"
                disabled={busy || symmetry === "Identity"}
                onClick={() => setMoving({ transform: move.transform, to: image })}
              >
                <MiniBoard columns={image} />
                <span>
                  {move.words}
                  {same && symmetry !== "Identity" ? " (the same)" : ""}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <p class="quiet small aside">
        <span class="mono">{shown.map((column) => column + 1).join(" ")}</span>: the column of each
        row’s queen. Point at a square, or go there with the arrow keys, to see what a queen on it
        attacks.
      </p>
    </section>
  );
}

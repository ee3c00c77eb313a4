/** A solution and its images under the eight symmetries of the square. */

import { useEffect, useRef, useState } from "preact/hooks";

import { queensOf } from "../../board";
import { Board, queensInWords } from "../../components/board";
import { MiniBoard } from "../../components/mini";
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

export interface TurningProps {
  columns: number[];
  number: number;
}

export function Turning({ columns, number }: TurningProps) {
  const [shown, setShown] = useState(columns);
  const [moving, setMoving] = useState<{ transform: string; to: number[] } | null>(null);
  const picture = useRef<HTMLDivElement>(null);
  const { answer, error } = useAnswer(
    async (signal) => ({ of: shown, ...(await engine.orbit(shown, { signal })) }),
    [shown],
  );
  // While the next orbit is on its way, the last one stays, together with the board it belongs to:
  // buttons that vanish would take the focus with them.
  const last = useRef(answer);
  last.current = answer ?? last.current;
  const orbit = last.current;

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
      setShown(moving.to);
      setMoving(null);
    };
    return () => animation.cancel();
  }, [moving]);

  const images = orbit?.images ?? [];
  const here = (orbit?.of ?? shown).join(" ");
  const fixing = images.filter(({ columns: image }) => image.join(" ") === here);
  return (
    <section class="panel turn" aria-labelledby="turn-title">
      <h2 id="turn-title">Solution {number} and its images</h2>
      {error === null ? null : (
        <p role="alert" class="notice bad">
          {told(error).message}
        </p>
      )}
      <div class="turning">
        <div>
          <div class="picture" ref={picture}>
            <Board
              n={shown.length}
              queens={queensOf(shown)}
              lines
              label={`${queensInWords(shown.length, queensOf(shown))}. Move over the squares to see their lines.`}
            />
          </div>
        </div>
        <div>
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
            {images.map(({ symmetry, columns: image }) => {
              const move = MOVES[symmetry] ?? { words: symmetry, transform: "none" };
              const same = image.join(" ") === here;
              return (
                <li key={symmetry}>
                  <button
                    type="button"
                    disabled={moving !== null || answer === null || symmetry === "Identity"}
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
        </div>
      </div>
      <p class="quiet small">
        <span class="mono">{shown.map((column) => column + 1).join(" ")}</span> — the column of each
        row’s queen. Point at a square, or go there with the arrow keys, to see what a queen on it
        attacks.
      </p>
    </section>
  );
}

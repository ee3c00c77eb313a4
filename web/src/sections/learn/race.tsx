/** A search step by step, or two that take their steps together: the board, the buttons, the code. */

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { Speed, Stepper } from "../../components/stepper";
import { grouped } from "../../components/table";
import { Trouble } from "../../components/trouble";
import { type MemberAbout, engine, told } from "../../engine";
import { Latest, isAbort, useWhile } from "../../latest";
import { query, queryNumber, setQuery } from "../../route";
import { capital } from "../../words";
import { About, Program } from "./about";
import { Figure } from "./figure";
import { Guess } from "./guess";
import { useKeys } from "./keys";
import { Log } from "./log";
import { Player, REACH, unstarted } from "./player";
import { SearchTree } from "./tree";

interface RaceProps {
  about: MemberAbout;
  other: MemberAbout | null;
  n: number;
  /** What is to be chosen of all this: the algorithm and the board; and its rival. */
  choice: ComponentChildren;
  against: ComponentChildren;
}

/** One search, or two that take their steps together. */
export function Race({ about, other, n, choice, against }: RaceProps) {
  const [speed, setSpeed] = useState(2);
  const [playing, setPlaying] = useState(false);
  const [rays, setRays] = useState(true);
  const [difference, setDifference] = useState<string | null>(null);
  const players = useMemo(
    () => [about, ...(other ? [other] : [])].map(({ name }) => new Player(name, n)),
    [about, other, n],
  );
  const first = players[0];
  // The reader's last action; answers to earlier ones are dropped.
  const action = useMemo(() => new Latest(), [players]);

  // The search and what it writes into the address end together with the choice; otherwise the next
  // search would start where this one stood.
  useWhile(
    (signal) => {
      const start = queryNumber("step", 0, 0, REACH);
      for (const player of players) void player.go(start);
      signal.addEventListener("abort", () => {
        action.drop();
        for (const player of players) player.close();
      });
    },
    [players],
  );

  const arrived = players.every((player) => player.moment.value !== null);
  const at = Math.max(...players.map((player) => player.moment.value?.number ?? 0));
  const atStart = players.every((player) => player.atStart.value);
  const atEnd = players.every((player) => player.atEnd.value);

  // The address tells where the reader stands, but not sixty times a second.
  useWhile(
    (signal) => {
      if (playing || !arrived) return;
      const timer = setTimeout(() => setQuery({ step: at === 0 ? null : at }), 250);
      signal.addEventListener("abort", () => clearTimeout(timer));
    },
    [playing, arrived, at],
  );

  // Playing: as many steps as came due since the last frame.
  const pace = useRef(speed);
  pace.current = speed;
  useEffect(() => {
    if (!playing) return undefined;
    let [due, last, frame] = [1, performance.now(), 0];
    const tick = (now: number) => {
      // However long the page was hidden, a frame takes no more than a second's steps.
      due = Math.min(due + ((now - last) / 1000) * pace.current, Math.max(1, pace.current));
      last = now;
      const steps = Math.floor(due);
      if (steps > 0 && players.every((player) => !player.waiting.value)) {
        due -= steps;
        for (const player of players) if (!player.atEnd.value) player.advance(steps);
      }
      if (players.every((player) => player.atEnd.value)) setPlaying(false);
      else frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, players]);

  const still = (what: (signal: AbortSignal) => unknown) => () => {
    setPlaying(false);
    setDifference(null);
    void what(action.next());
  };
  const go = (number: number) => players.forEach((player) => void player.go(number));
  const back = still(() => go(at - 1));
  const forward = still(() =>
    players.forEach((player) => {
      if (!player.atEnd.value) player.advance(1);
    }),
  );
  const start = still(() => go(0));
  const play = () => {
    action.drop();
    setDifference(null);
    setPlaying(!playing && !atEnd);
  };
  const nextSolution = still(() => players.forEach((player) => void player.nextSolution()));
  const previousSolution = still(() => players.forEach((player) => void player.previousSolution()));

  const toDifference = still(async (signal) => {
    if (!other) return;
    try {
      const landing = await engine.difference(about.name, other.name, n, REACH, { signal });
      if ("at" in landing) {
        go(landing.at);
        setDifference(`Step ${grouped(landing.at)} is the first in which the two differ.`);
      } else if ("ended" in landing) {
        setDifference(`The two take the same ${grouped(landing.ended)} steps from start to end.`);
      } else {
        setDifference(`The first ${grouped(REACH)} steps of the two are the same.`);
      }
    } catch (error) {
      if (!isAbort(error)) setDifference(told(error).message);
    }
  });

  useKeys({
    ArrowRight: forward,
    ArrowLeft: back,
    " ": play,
    Home: start,
    s: nextSolution,
    S: previousSolution,
  });

  // The longer of two; unknown if one of them is.
  const lengths = players.map((player) => player.length.value);
  const length = lengths.reduce(
    (most, one) => (most === null || one === null ? null : Math.max(most, one)),
    0,
  );
  const guessing = !other && query.value.get("guess") === "1";
  const bits = about.strings.length > 0;
  const lanes = players.map((player, index) => ({
    player,
    about: index === 0 ? about : (other ?? about),
  }));
  const moving = !playing || speed <= 2;
  return (
    <div
      class={`race stage ${other ? "two" : "one"}${bits ? " bits" : ""}${guessing ? " guessing" : ""}`}
    >
      {bits && !other ? <div class="first">{choice}</div> : null}
      <div class="table">
        {bits && !other ? null : choice}
        <div class="lanes">
          {lanes.map(({ player, about }) => (
            <section key={about.name} class="lane" aria-label={`${about.name}, n = ${n}`}>
              {other ? <h2>{about.name}</h2> : null}
              <Words player={player} playing={playing} />
              <Scene about={about} player={player} n={n} rays={rays} moving={moving} />
            </section>
          ))}
        </div>
        <section class="controls" aria-label="Controls">
          {guessing && first ? <Guess key={about.name + n} player={first} ask={still} /> : null}
          <Stepper
            label="Steps"
            playing={playing}
            atStart={atStart}
            atEnd={atEnd}
            onStart={start}
            onBack={back}
            onPlay={play}
            onForward={forward}
          >
            <Position at={at} length={length} onGo={(number) => still(() => go(number))()} />
          </Stepper>
        </section>
      </div>
      <div class="side">
        {lanes.map(({ player, about }) => (
          <Program key={about.name} about={about} player={player} />
        ))}
        <div class="row more">
          <button type="button" onClick={previousSolution} disabled={atStart} title="S">
            Previous solution
          </button>
          <button type="button" onClick={nextSolution} disabled={atEnd} title="s">
            Next solution
          </button>
          {other ? (
            <button type="button" onClick={toDifference}>
              First difference
            </button>
          ) : null}
          <Speed speed={speed} onSpeed={setSpeed} />
          {against}
          {bits ? (
            <label class="check">
              <input
                type="checkbox"
                checked={rays}
                onChange={(event) => setRays(event.currentTarget.checked)}
              />
              Lines of the queens
            </label>
          ) : null}
          {other ? null : (
            <label class="check">
              <input
                type="checkbox"
                checked={guessing}
                onChange={(event) => setQuery({ guess: event.currentTarget.checked ? "1" : null })}
              />
              What comes next?
            </label>
          )}
        </div>
        {difference !== null ? (
          <p class="notice" role="status">
            {difference}
          </p>
        ) : null}
        {other ? null : <About about={about} />}
        {first && !other ? (
          <Log player={first} onGo={(number) => still(() => go(number))()} />
        ) : null}
        <p class="quiet keys aside">
          Keys: <kbd>→</kbd> step, <kbd>←</kbd> back, <kbd>space</kbd> play, <kbd>home</kbd> start,{" "}
          <kbd>s</kbd> next solution
        </p>
        {lanes.map(({ player, about: one }, index) => (
          <section
            key={one.name + String(index)}
            class="aside"
            aria-label={`Search tree of ${one.name}`}
          >
            <h2>The search tree{other ? ` of ${one.name}` : ""}</h2>
            <SearchTree
              member={one.name}
              n={n}
              number={player.moment.value?.number ?? 0}
              depths={player.depths.value}
            />
            <p class="quiet small">
              Each level is a queen on the board, each line a queen that was placed. Thick lines:
              the queens on the board now. Dots: solutions. For a tree of more than 5000 nodes, only
              the size of each level is shown.
            </p>
          </section>
        ))}
      </div>
    </div>
  );
}

interface PositionProps {
  at: number;
  /** How many steps there are; null if it is not known. */
  length: number | null;
  onGo: (number: number) => void;
}

function Position({ at, length, onGo }: PositionProps) {
  return (
    <label class="field position">
      <span>
        Step {grouped(at)}
        {length ? ` of ${grouped(length)}` : ""}
      </span>
      <input
        type="range"
        min={0}
        max={length ?? 0}
        value={Math.min(at, length ?? 0)}
        disabled={!length}
        onInput={(event) => onGo(Number(event.currentTarget.value))}
      />
    </label>
  );
}

function Words({ player, playing }: { player: Player; playing: boolean }) {
  const moment = player.moment.value;
  const failure = player.failure.value;
  if (failure !== null) return <Trouble {...failure} />;
  if (!moment) return <p class="words quiet">Loading…</p>;
  return (
    <p class={`words is-${moment.event}`} aria-live={playing ? "off" : "polite"}>
      {capital(moment.words)}
      {player.notice.value ? <span class="quiet"> {player.notice.value}</span> : null}
    </p>
  );
}

interface SceneProps {
  about: MemberAbout;
  player: Player;
  n: number;
  rays: boolean;
  moving: boolean;
}

function Scene({ about, player, n, rays, moving }: SceneProps) {
  if (player.failure.value !== null) return null;
  const moment = player.moment.value ?? unstarted(n);
  return <Figure about={about} n={n} moment={moment} rays={rays} moving={moving} />;
}

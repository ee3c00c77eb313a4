/** An algorithm step by step, alone or against another. */

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { Stepper } from "../../components/stepper";
import { grouped } from "../../components/table";
import { type MemberAbout, type StepView, engine, inWords, told } from "../../engine";
import { Latest, isAbort, useAnswer, useWhile } from "../../latest";
import { query, queryNumber, setQuery } from "../../route";
import { capital } from "../../words";
import { Asked } from "../../components/asked";
import { Chapter } from "../../components/chapter";
import { Code } from "./code";
import { Figure } from "./figure";
import { Guess } from "./guess";
import { Player, REACH } from "./player";
import { WATCH_FOR } from "./texts";
import { SearchTree } from "./tree";

/** The largest board whose squares and digits a screen can show. */
const LARGEST = 12;
/** Brute force on larger boards takes too long to watch. */
const LARGEST_BRUTE = 5;

/** The simplest backtracking: what the section opens with. */
export const SIMPLEST = "backtrack_scan";

function largest(about: MemberAbout): number {
  return about.name === "brute_force" ? LARGEST_BRUTE : Math.min(about.max_n, LARGEST);
}

export function Steps() {
  const { answer: members, error } = useAnswer(() => engine.members(), []);
  if (error !== null) {
    return (
      <p role="alert" class="notice bad">
        {inWords(error)}
      </p>
    );
  }
  return members ? <Lesson members={members} /> : <p class="quiet">Loading the engine…</p>;
}

function Lesson({ members }: { members: readonly MemberAbout[] }) {
  const find = (name: string | null) => members.find((member) => member.name === name);
  const about = find(query.value.get("member")) ?? find(SIMPLEST) ?? members[0];
  if (!about) return null;
  const others = members.filter((member) => member !== about);
  const other = others.find(({ name }) => name === query.value.get("against")) ?? null;
  const most = Math.min(largest(about), other ? largest(other) : LARGEST);
  const n = queryNumber("n", Math.min(6, most), 1, most);
  const choice = (
    <div class="row choice">
      <label class="field">
        Algorithm
        <select
          value={about.name}
          onChange={(event) => setQuery({ member: event.currentTarget.value, step: null })}
        >
          {members.map(({ name, title }) => (
            <option key={name} value={name}>
              {name}: {title}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        Board
        <select
          value={n}
          onChange={(event) => setQuery({ n: event.currentTarget.value, step: null })}
        >
          {Array.from({ length: most }, (_, index) => (
            <option key={index} value={index + 1}>
              n = {index + 1}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        Race against
        <select
          value={other?.name ?? ""}
          onChange={(event) => setQuery({ against: event.currentTarget.value || null })}
        >
          <option value="">none</option>
          {others.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Asked n={n} min={1} max={most} />
    </div>
  );
  return (
    <Race
      key={`${about.name} ${other?.name} ${n}`}
      about={about}
      other={other}
      n={n}
      choice={choice}
    />
  );
}

interface RaceProps {
  about: MemberAbout;
  other: MemberAbout | null;
  n: number;
  /** What is to be chosen of all this. */
  choice: ComponentChildren;
}

/** One search, or two that take their steps together. */
function Race({ about, other, n, choice }: RaceProps) {
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

  // Keys work unless what has the focus has its own use for them.
  const keys = useRef<Record<string, () => void>>({});
  keys.current = {
    ArrowRight: forward,
    ArrowLeft: back,
    " ": play,
    Home: start,
    s: nextSolution,
    S: previousSolution,
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (hasUseFor(event.target as Element, event.key)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const action = keys.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    document.addEventListener("mousedown", keepFocus);
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("mousedown", keepFocus);
    };
  }, []);

  // The longer of two; unknown if one of them is.
  const lengths = players.map((player) => player.length.value);
  const length = lengths.reduce(
    (most, one) => (most === null || one === null ? null : Math.max(most, one)),
    0,
  );
  const guessing = !other && query.value.get("guess") === "1";
  const controls = (
    <section class="panel controls" aria-label="Controls">
      {guessing && first ? <Guess key={about.name + n} player={first} ask={still} /> : null}
      <Stepper
        label="Steps"
        playing={playing}
        speed={speed}
        atStart={atStart}
        atEnd={atEnd}
        onStart={start}
        onBack={back}
        onPlay={play}
        onForward={forward}
        onSpeed={setSpeed}
      >
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
      </Stepper>
      <div class="row position">
        {length !== null && length > 0 ? (
          <label class="field grow">
            <span>
              Step {grouped(at)} of {grouped(length)}
            </span>
            <input
              type="range"
              min={0}
              max={length}
              value={Math.min(at, length)}
              onInput={(event) => {
                const number = Number(event.currentTarget.value);
                still(() => go(number))();
              }}
            />
          </label>
        ) : (
          <p class="quiet grow">Step {grouped(at)}</p>
        )}
        {about.strings.length > 0 ? (
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
    </section>
  );
  const lanes = players.map((player, index) => ({
    player,
    about: index === 0 ? about : (other ?? about),
  }));
  const moving = !playing || speed <= 2;
  return (
    <div class="stack">
      <div
        class={`learn-body ${other ? "two" : "one"}${about.strings.length > 0 ? " strings-below" : ""}${guessing ? " guessing" : ""}`}
      >
        {lanes.map(({ player, about }) => (
          <section key={about.name} class="panel lane" aria-label={`${about.name}, n = ${n}`}>
            {other ? <h2>{about.name}</h2> : null}
            <Words player={player} playing={playing} />
            <Scene about={about} player={player} n={n} rays={rays} moving={moving} />
          </section>
        ))}
        {controls}
        {choice}
        {lanes.map(({ player, about }) => (
          <About key={about.name} about={about} player={player} short={other !== null} />
        ))}
      </div>
      <p class="quiet keys">
        Keys: <kbd>→</kbd> step, <kbd>←</kbd> back, <kbd>space</kbd> play, <kbd>home</kbd> start,{" "}
        <kbd>s</kbd> next solution
      </p>
      {players.map((player, index) => {
        const one = index === 0 ? about : (other ?? about);
        return (
          <section
            key={one.name + String(index)}
            class="panel"
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
        );
      })}
    </div>
  );
}

/** Whether an element that has the focus does something of its own with a key. */
function hasUseFor(element: Element, key: string): boolean {
  if (element.closest("select, textarea, [role=gridcell], [role=region]")) return true;
  if (element.closest("input:not([type=checkbox])")) return true;
  return key === " " && element.closest("a, button, input, summary") !== null;
}

/** A click leaves the focus where it is, so that the space bar goes on playing and pausing. */
function keepFocus(event: MouseEvent): void {
  if ((event.target as Element).closest(".controls button")) event.preventDefault();
}

function Words({ player, playing }: { player: Player; playing: boolean }) {
  const moment = player.moment.value;
  const failure = player.failure.value;
  if (failure !== null) {
    return (
      <p role="alert" class="notice bad">
        {failure}
      </p>
    );
  }
  if (!moment) return <p class="quiet">Loading…</p>;
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
  const moment = player.moment.value;
  if (!moment || player.failure.value !== null) return null;
  return <Figure about={about} n={n} moment={moment} rays={rays} moving={moving} />;
}

/** The chapter of the book on an algorithm. */
const CHAPTER: Record<string, string> = {
  brute_force: "brute-force",
  permutations: "permutations",
  backtrack_scan: "scan",
  backtrack_flags: "flags",
  bitwise: "bitwise",
  flipped: "flipped",
  mirror: "mirror",
};

/** Counters and code; of an algorithm alone also what it is about. */
function About({ about, player, short }: { about: MemberAbout; player: Player; short: boolean }) {
  const moment = player.moment.value;
  if (!moment) return null;
  const chapter = CHAPTER[about.name];
  return (
    <section class="panel about" aria-label={`The code of ${about.name}`}>
      <h2>
        {about.name}: {about.title}
      </h2>
      <Counters moment={moment} length={player.length.value} />
      <Code name={about.name} lines={about.code} current={moment.line} />
      {short ? null : (
        <>
          {about.strings.length > 0 ? (
            <dl class="meanings">
              {about.strings.map(({ name, meaning }) => (
                <>
                  <dt class={`ink ${name}`}>{name}</dt>
                  <dd>{meaning}</dd>
                </>
              ))}
            </dl>
          ) : null}
          <h3 class="space">The idea</h3>
          <p>{about.idea}</p>
          <p>{WATCH_FOR[about.name]}</p>
          <p class="quiet small">
            Cost: {about.cost}. From: {about.articles.join("; ")}.{" "}
            {chapter ? (
              <>
                More: <Chapter path={`ladder/${chapter}.md`} title={about.title} />.
              </>
            ) : null}
          </p>
        </>
      )}
    </section>
  );
}

function Counters({ moment, length }: { moment: StepView; length: number | null }) {
  const { number, nodes, tests, solutions } = moment;
  const values = { step: number, nodes, tests, solutions };
  return (
    <dl class="counters">
      {Object.entries(values).map(([name, value]) => (
        <div key={name}>
          <dt>
            {name}
            {name === "step" && length !== null ? ` of ${grouped(length)}` : ""}
          </dt>
          <dd>{grouped(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

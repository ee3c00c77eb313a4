/** The code of an algorithm, where it stands in it, and what it is about. */

import { Chapter } from "../../components/chapter";
import { grouped } from "../../components/table";
import type { MemberAbout, StepView } from "../../engine";
import { Code } from "./code";
import { type Player, unstarted } from "./player";
import { WATCH_FOR } from "./texts";

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

interface AboutProps {
  about: MemberAbout;
  player: Player;
}

/** The code, where it stands in it, and its counters. */
export function Program({ about, player }: AboutProps) {
  const moment = player.moment.value ?? unstarted(player.n);
  return (
    <section class="program" aria-label={`The code of ${about.name}`}>
      <h2>
        {about.name}: {about.title}
      </h2>
      <Code name={about.name} lines={about.code} current={moment.line} />
      <Counters moment={moment} length={player.length.value} />
    </section>
  );
}

/** What an algorithm is about. */
export function About({ about }: { about: MemberAbout }) {
  const chapter = CHAPTER[about.name];
  return (
    <section class="about" aria-label={`About ${about.name}`}>
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
      <div class="aside">
        <h3>The idea</h3>
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
      </div>
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

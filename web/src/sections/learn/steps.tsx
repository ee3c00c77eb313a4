/** An algorithm step by step, alone or against another: which one, and on which board. */

import { Asked } from "../../components/asked";
import { Trouble } from "../../components/trouble";
import { type MemberAbout, engine, told } from "../../engine";
import { useAnswer } from "../../latest";
import { query, queryNumber, setQuery } from "../../route";
import { Race } from "./race";

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
  if (error !== null) return <Trouble {...told(error)} />;
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
    <div class="choice">
      <label class="algorithm">
        <span class="hidden">Algorithm</span>
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
      <label>
        <span class="hidden">Board</span>
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
      <Asked n={n} min={1} max={most} />
    </div>
  );
  const against = (
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
  );
  return (
    <Race
      key={`${about.name} ${other?.name} ${n}`}
      about={about}
      other={other}
      n={n}
      choice={choice}
      against={against}
    />
  );
}

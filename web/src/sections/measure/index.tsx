/** Measure: count on all cores of this machine, and compare the classic algorithms. */

import { Chapter } from "../../components/chapter";
import { Trouble } from "../../components/trouble";
import { engine, told } from "../../engine";
import { useAnswer } from "../../latest";
import { Compare } from "./compare";
import { Count } from "./count";
import { chosen, known } from "./state";
import "./measure.css";

export default function Measure() {
  const { answer: members, error } = useAnswer(async () => {
    known.value = await engine.known();
    const all = await engine.members();
    if (chosen.value.size === 0) chosen.value = new Set(all.map(({ name }) => name));
    return all;
  }, []);
  return (
    <section aria-labelledby="measure-title" class="measure stack">
      <div>
        <h1 id="measure-title">Measure</h1>
        <p class="lead">
          Count the solutions in this browser, with a worker for each processor. Below, compare the
          algorithms of the articles.
        </p>
      </div>
      <Count />
      {error === null ? null : <Trouble {...told(error)} />}
      <Compare members={members ?? []} />
      <p class="quiet prose">
        Other programs on one machine: <Chapter path="compare.md" title="How it compares" />.
      </p>
    </section>
  );
}

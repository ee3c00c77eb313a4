/** The four lessons of the book, as prepared steps for a class. */

import { Chapter } from "../../components/chapter";
import { queryNumber } from "../../route";
import { LESSONS } from "../../lessons";
import { addressToShow, place, teach } from "../../teaching";

const address = (lesson: number, step: number) => `#/learn?part=class&lesson=${lesson}&at=${step}`;

export function Course() {
  const number = queryNumber("lesson", 1, 1, LESSONS.length);
  const lesson = LESSONS[number - 1];
  if (!lesson) return null;
  const at = queryNumber("at", 1, 1, lesson.steps.length);
  const step = lesson.steps[at - 1];
  if (!step) return null;
  const { minutes, text, show, question, answer } = step;
  const before = lesson.steps.slice(0, at - 1).reduce((sum, one) => sum + one.minutes, 0);
  return (
    <section class="course" aria-labelledby="course-title">
      <nav aria-label="Lessons">
        <ol class="lessons">
          {LESSONS.map(({ title }, index) => (
            <li key={title}>
              <a
                class="button"
                href={address(index + 1, 1)}
                aria-current={index + 1 === number ? "page" : undefined}
              >
                {index + 1} {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div class="panel">
        <h2 id="course-title">
          Lesson {number}: {lesson.title}
        </h2>
        <p class="quiet">
          Step {at} of {lesson.steps.length}, minutes {before} to {before + minutes}
        </p>
        <p class="step-text">{text}</p>
        {show ? (
          <p>
            <a class="button primary" href={show.address}>
              Show: {show.name}
            </a>
          </p>
        ) : null}
        {question ? (
          <details key={`${number} ${at}`}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ) : null}
        <p class="row turn">
          <a
            class="button"
            href={addressToShow({ lesson: number, step: at })}
            onClick={() => teach({ lesson: number, step: at })}
          >
            {place.value ? "Go on from here" : "Teach it: a bar goes along"}
          </a>
          <Turn to={at > 1 ? address(number, at - 1) : null} name="Back" />
          <Turn
            to={
              at < lesson.steps.length
                ? address(number, at + 1)
                : number < LESSONS.length
                  ? address(number + 1, 1)
                  : null
            }
            name={at < lesson.steps.length ? "Next step" : "Next lesson"}
          />
        </p>
      </div>
      <ol class="plan" aria-label={`Steps of lesson ${number}`}>
        {lesson.steps.map((one, index) => (
          <li key={one.text} aria-current={index + 1 === at ? "step" : undefined}>
            <a href={address(number, index + 1)}>{one.text}</a>{" "}
            <span class="quiet">{one.minutes} min</span>
          </li>
        ))}
      </ol>
      <p class="quiet prose">
        {lesson.goal} “Show” opens another part of the page; the browser’s Back leads here again.
        For teachers, with commands: <Chapter path="teaching.md" title="For teachers" />.
      </p>
    </section>
  );
}

function Turn({ to, name }: { to: string | null; name: string }) {
  return to === null ? (
    <button type="button" disabled>
      {name}
    </button>
  ) : (
    <a class="button" href={to}>
      {name}
    </a>
  );
}

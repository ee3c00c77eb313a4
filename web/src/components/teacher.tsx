/** A bar for teachers, over all sections: lesson, step, what to do, back and next. */

import { addressOfStep, addressToShow, besides, current, place, teach } from "../teaching";
import type { Place } from "../teaching";
import "./teacher.css";

export function Teacher() {
  const at = place.value;
  const now = current.value;
  if (!at || !now) return null;
  const { before, after } = besides(at);
  return (
    <section class="teacher" aria-label="Lesson">
      <p role="group" aria-label="Step" tabIndex={0}>
        <a href={addressOfStep(at)}>
          Lesson {at.lesson}, step {at.step} of {now.lesson.steps.length}
        </a>
        <span class="quiet">, {now.step.minutes} min: </span>
        {now.step.text}
      </p>
      <div class="row">
        <Turn to={before} name="Back" />
        <Turn to={after} name="Next" />
        <button type="button" aria-label="End the lesson" onClick={() => teach(null)}>
          ×
        </button>
      </div>
    </section>
  );
}

function Turn({ to, name }: { to: Place | null; name: string }) {
  if (!to) {
    return (
      <button type="button" disabled>
        {name}
      </button>
    );
  }
  return (
    <a
      class="button"
      href={addressToShow(to)}
      onClick={(event) => {
        // The link itself is that of another step as soon as this one is taught.
        event.preventDefault();
        location.hash = addressToShow(to);
        teach(to);
      }}
    >
      {name}
    </a>
  );
}

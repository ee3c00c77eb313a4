/** Short answers to what learners ask. */

import { Chapter } from "../../components/chapter";
import { ANSWERS } from "./texts";

export function Questions() {
  return (
    <section aria-labelledby="answers-title">
      <h2 id="answers-title">What learners ask</h2>
      <div class="answers">
        {ANSWERS.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            {answer}
          </details>
        ))}
      </div>
      <p class="space">
        More: <Chapter path="questions.md" title="Questions" />, and the words in{" "}
        <Chapter path="glossary.md" title="Glossary" />.
      </p>
    </section>
  );
}

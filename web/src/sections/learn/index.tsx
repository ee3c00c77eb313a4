/** Learn: from the simplest backtracking to counting by color, and what teachers and learners ask for. */

import type { FunctionComponent } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { query } from "../../route";
import { ColorLesson } from "./color";
import { Course } from "./course";
import { Questions } from "./questions";
import { ShiftLesson } from "./shift";
import { Steps } from "./steps";
import "./learn.css";

/** The parts that the address names; without one it is an algorithm. */
const PARTS: Record<string, FunctionComponent> = {
  shift: ShiftLesson,
  color: ColorLesson,
  class: Course,
  questions: Questions,
};

/** Algorithms that a row's bit strings belong to. */
const BITS = new Set(["bitwise", "flipped", "mirror"]);

const CHAPTERS = [
  { name: "Backtracking", address: "#/learn" },
  { name: "Why diagonals shift", address: "#/learn?part=shift" },
  { name: "Bit strings", address: "#/learn?member=bitwise" },
  { name: "Counting by color", address: "#/learn?part=color" },
  { name: "Four lessons", address: "#/learn?part=class" },
  { name: "Questions", address: "#/learn?part=questions" },
] as const;

function shownChapter(): number {
  const part = query.value.get("part") ?? "";
  if (part in PARTS) return CHAPTERS.findIndex(({ address }) => address.endsWith(`=${part}`));
  return BITS.has(query.value.get("member") ?? "") ? 2 : 0;
}

export default function Learn() {
  const Part = PARTS[query.value.get("part") ?? ""] ?? Steps;
  const shown = shownChapter();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The list may be wider than a phone; the page itself must not move.
    const [strip, item] = [list.current, list.current?.children[shown] as HTMLElement | undefined];
    if (strip && item)
      strip.scrollLeft = item.offsetLeft - (strip.clientWidth - item.offsetWidth) / 2;
  }, [shown]);
  return (
    <div class="learn">
      <div class="learn-head">
        <h1>Learn</h1>
        <nav aria-label="Chapters">
          <ul ref={list}>
            {CHAPTERS.map(({ name, address }, index) => (
              <li key={name}>
                <a href={address} aria-current={index === shown ? "page" : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <Part />
    </div>
  );
}

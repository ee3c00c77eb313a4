/** Play: region puzzles, of the day, new ones, drawn ones, or from a text or a picture. */

import { effect, untracked } from "@preact/signals";

import { Patterns, PuzzleBoard } from "../../components/puzzle";
import { isDay, today } from "../../days";
import { probe } from "../../games";
import { useUndoKeys } from "../../history";
import { useWhile } from "../../latest";
import type { Puzzle } from "../../puzzle";
import { query, section, setQuery } from "../../route";
import { Bar, Seldom, Tools } from "./controls";
import { Days } from "./days";
import { Editor } from "./editor";
import { giveHint } from "./hints";
import { Message } from "./message";
import { Games, Lost } from "./mine";
import { click, drag, erase, put, redo, tryOut, turnTint, undo } from "./moves";
import { address, open, openDay } from "./opening";
import { How, NewPuzzle, Options, Texts } from "./panels";
import { Picture, usePictures } from "./picture";
import { Paper, Share } from "./print";
import { ReviewBar, ReviewBoard } from "./review";
import {
  answer,
  chosen,
  day,
  followStore,
  hint,
  keep,
  leave,
  marks,
  puzzle,
  review,
  seconds,
  solved,
  trying,
} from "./state";
import "./play.css";

/** Follows the address, and lets the clock run, while the section is shown. */
function useGame() {
  useWhile((left) => {
    probe();
    const stopFollowing = effect(() => {
      if (section.value !== "play") return;
      const [text, of] = [query.value.get("p"), query.value.get("day")];
      if (!query.value.has("draw")) untracked(() => follow(text, of));
    });
    const stopStore = followStore();
    const tick = setInterval(() => {
      const editing = query.peek().has("draw");
      const running = puzzle.peek() && !solved.peek() && !review.peek() && !document.hidden;
      if (running && !editing) seconds.value += 1;
    }, 1000);
    // The clock is stored when the page is left or hidden: another tab must not be overwritten by its ticks.
    const hidden = () => document.hidden && keep();
    document.addEventListener("visibilitychange", hidden, { signal: left });
    addEventListener("pagehide", keep, { signal: left });
    left.addEventListener("abort", () => {
      stopFollowing();
      stopStore();
      clearInterval(tick);
      leave();
    });
  }, []);
}

function follow(text: string | null, of: string | null) {
  const now = puzzle.peek();
  if (text !== null) {
    if (text !== now?.compact) void open(text, "game", true);
  } else if (of !== null && isDay(of)) {
    if (of !== day.peek()) void openDay(of, true);
  } else if (now) setQuery(address());
  else void openDay(today.peek(), true);
}

export default function Play() {
  useGame();
  useUndoKeys((by) => {
    if (review.peek() || query.peek().has("draw")) return;
    if (by < 0) undo();
    else redo();
  });
  usePictures();
  const now = puzzle.value;
  if (query.value.has("draw")) return <Editor />;
  const looking = review.value;
  const over = solved.value && !looking;
  return (
    <section aria-labelledby="play-title" class="play stage">
      <h1 id="play-title" class="hidden">
        Play
      </h1>
      {chosen.value.patterns ? <Patterns /> : null}
      <div class="table">
        {now && looking ? (
          <ReviewBoard now={now} of={looking} />
        ) : now ? (
          <GameBoard now={now} />
        ) : (
          <div class="blank" />
        )}
      </div>
      <div class="side">
        <Lost />
        <div class={`game ${over ? "over" : ""} ${looking ? "looking" : ""}`}>
          {now && looking ? <ReviewBar now={now} of={looking} /> : <Bar />}
          <Tools />
          <Message now={now} />
          <Seldom />
        </div>
        <div class="panel more">
          <NewPuzzle />
          <Days />
          <Games />
          <Share now={now} />
          <Texts now={now} />
          <Picture />
          <Options />
          <How />
        </div>
      </div>
      <Paper />
    </section>
  );
}

function GameBoard({ now }: { now: Puzzle }) {
  const { auto, letters, patterns, vision } = chosen.value;
  return (
    <PuzzleBoard
      puzzle={now}
      marks={marks.value}
      auto={auto}
      letters={letters}
      patterns={patterns}
      vision={vision}
      step={hint.value && hint.value.stage > 1 ? hint.value.step : undefined}
      where={hint.value?.stage === 2}
      wrong={answer.value?.wrong ?? []}
      hands={{
        click,
        menu: (square) => put(square, marks.peek().queens.has(square) ? "empty" : "queen"),
        drag,
        key: (square, key) => {
          const pressed = key.toLowerCase();
          if (pressed === "q") put(square, "queen");
          else if (pressed === "x") put(square, "cross");
          else if (pressed === "c") turnTint(square);
          else if (key === "Delete" || key === "Backspace") erase(square);
          else if (pressed === "h") void giveHint();
          else if (pressed === "t") tryOut(!trying.peek());
          else return false;
          return true;
        },
      }}
    />
  );
}

/** Days as `2026-11-23`, where the reader is: which day it is, and which puzzle belongs to each. */

import { signal } from "@preact/signals";

import type { Level } from "./engine";

/** The day of a moment. */
export function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Noon, so that no change of clocks leads to another day. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** The day so many days before; after it, for a negative number. */
export function dayBefore(day: string, days = 1): string {
  const date = noon(day);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/** From 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: string) => (noon(day).getUTCDay() + 6) % 7;

export function isDay(text: string): boolean {
  // Some browsers take February 31 for March 3.
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(+noon(text)) && dayBefore(text, 0) === text
  );
}

/** The day it is now. It changes at midnight, while the page is open. */
export const today = signal(dayOf(new Date()));

const LOOK = 10_000;
const look = () => (today.value = dayOf(new Date()));
setInterval(look, LOOK);
document.addEventListener("visibilitychange", look);

/** Where the archive of days begins. */
export const FIRST = "2026-01-01";

/** Size and level by the day of the week, Monday first: harder towards the weekend. */
const WEEK: readonly [number, Level][] = [
  [7, "easy"],
  [8, "easy"],
  [8, "medium"],
  [9, "medium"],
  [9, "medium"],
  [8, "hard"],
  [8, "hard"],
];

/** What the puzzle of a day is made of: its date is the seed. */
export function planOf(day: string): { n: number; level: Level; seed: number } {
  const [n, level] = WEEK[weekdayOf(day)] ?? [8, "medium"];
  return { n, level, seed: Number(day.replaceAll("-", "")) };
}

export function dateInWords(day: string): string {
  return noon(day).toLocaleDateString("en", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

/** `November 2026`. */
export function monthInWords(day: string): string {
  return noon(day).toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
}

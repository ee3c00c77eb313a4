/** The section shown and the choices in it: all of it is in the address's fragment. */

import { computed, effect, signal } from "@preact/signals";

/** The sections that the header names; the start is behind its brand. */
export const NAVIGATION = ["learn", "explore", "solve", "play", "measure", "watch"] as const;
const SECTIONS = ["start", ...NAVIGATION] as const;
export type Section = (typeof SECTIONS)[number];

export interface Route {
  section: Section;
  query: URLSearchParams;
}

/** Reads a fragment such as `#/learn?member=bitwise&n=6`; what is unknown leads to the start. */
export function parse(fragment: string): Route {
  const [path = "", query = ""] = fragment.replace(/^#\/?/, "").split("?", 2);
  const section = SECTIONS.find((name) => name === path) ?? "start";
  return { section, query: new URLSearchParams(query) };
}

export function format(section: Section, query?: URLSearchParams): string {
  const text = query?.toString() ?? "";
  return text === "" ? `#/${section}` : `#/${section}?${text}`;
}

/** What `current` was read from. */
let read = location.hash;
const current = signal(parse(read));
addEventListener("hashchange", () => {
  read = location.hash;
  current.value = parse(read);
});

/** What was last chosen in each section: its link leads back to that. */
const last = signal<Partial<Record<Section, URLSearchParams>>>({});
effect(() => {
  const { section, query } = current.value;
  last.value = { ...last.peek(), [section]: query };
});

/** The address under which a section was left; from within it, that of its beginning. */
export const addressOf = (name: Section) =>
  format(name, current.value.section === name ? undefined : last.value[name]);

/** The section shown. */
export const section = computed(() => current.value.section);
/** What is chosen in it. */
export const query = computed(() => current.value.query);

/**
 * Changes parts of the query; null removes one. The address changes without a new entry in the
 * browser's history, which a slider would fill, unless `entry` asks for one: then Back leads to what was
 * there before. Does nothing if the reader has already gone to another address: the event that says so
 * is on its way, and the change was meant for the one before.
 */
export function setQuery(change: Record<string, string | number | null>, entry = false): void {
  if (location.hash !== read) return;
  const next = new URLSearchParams(current.value.query);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name);
    else next.set(name, String(value));
  }
  const fragment = format(current.value.section, next);
  if (fragment === read) return;
  if (entry) history.pushState(null, "", fragment);
  else history.replaceState(null, "", fragment);
  read = fragment;
  current.value = parse(read);
}

/** An integer of the query, within bounds, or the default. */
export function queryNumber(name: string, otherwise: number, min: number, max: number): number {
  const text = query.value.get(name);
  if (text === null || !/^\d+$/.test(text)) return otherwise;
  return Math.min(max, Math.max(min, Number(text)));
}

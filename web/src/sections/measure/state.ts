// Counts and comparisons: they go on while another section is shown.

import { batch, computed, signal } from "@preact/signals";

import { grouped } from "../../components/table";
import type { Trouble } from "../../components/trouble";
import {
  type CountProgress,
  type CountReport,
  type Known,
  type MemberAbout,
  type Method,
  engine,
  processors,
  told,
} from "../../engine";
import { isAbort } from "../../latest";
import { said } from "../../said";
import { type Comparison, survey } from "./survey";

/** From here on the engine counts by color unless told otherwise; a test holds this against the engine. */
export const FIRST_BY_COLOR = 16;

/** Larger boards take days in a browser. */
export const LARGEST = 22;

export const known = signal<Known | undefined>(undefined);
export const workers = signal(processors);
/** Empty for the faster one. */
export const method = signal<Method | "">("");
export const progress = signal<CountProgress | undefined>(undefined);
/** The count that runs. It goes on while another section is shown: only Cancel ends it. */
export const counting = signal<{ n: number; control: AbortController } | undefined>(undefined);
export const reports = signal<CountReport[]>([]);
export const trouble = signal<Trouble | undefined>(undefined);

export async function start(n: number) {
  const control = new AbortController();
  batch(() => {
    counting.value = { n, control };
    progress.value = undefined;
    trouble.value = undefined;
    said.value = `counting n = ${n}`;
  });
  try {
    const report = await engine.count(n, {
      workers: workers.value,
      method: method.value,
      signal: control.signal,
      onProgress: (part) => {
        if (!control.signal.aborted) progress.value = part;
      },
    });
    batch(() => {
      reports.value = [report, ...reports.value];
      said.value = `Q(${n}) = ${grouped(report.total)}`;
    });
  } catch (error) {
    if (isAbort(error)) said.value = `the count of n = ${n} was canceled`;
    else trouble.value = told(error);
  } finally {
    counting.value = undefined;
  }
}

/** The table of the algorithms. */
export const table = signal<Comparison | undefined>(undefined);
export const comparing = signal<AbortController | undefined>(undefined);
export const budget = signal(1);
export const upTo = signal(12);
export const tableTrouble = signal<Trouble | undefined>(undefined);
export const chosen = signal<ReadonlySet<string>>(new Set());

export async function compare(members: MemberAbout[]) {
  const control = new AbortController();
  batch(() => {
    comparing.value = control;
    tableTrouble.value = undefined;
    table.value = undefined;
    said.value = "comparing";
  });
  const sizes = Array.from({ length: upTo.value - 3 }, (_, i) => i + 4);
  const some = members.filter(({ name }) => chosen.value.has(name));
  const tell = (part: Comparison) => {
    table.value = part;
  };
  try {
    await survey(some, sizes, budget.value, control.signal, tell, workers.value);
    said.value = "the comparison is done";
  } catch (error) {
    if (isAbort(error)) said.value = "the comparison was canceled";
    else tableTrouble.value = told(error);
  } finally {
    if (comparing.value === control) comparing.value = undefined;
  }
}

export const busy = computed(() => counting.value !== undefined || comparing.value !== undefined);

import { advance, isAfter } from './advance.ts';
import type { Fact } from './fact.ts';
import { localDay } from './local-day.ts';
import { openFacts } from './open-facts.ts';
import { type AnyReport, timeOf } from './report.ts';
import type { TrackingContext } from './settings.ts';
import type { TrackState } from './track-state.ts';

/** What to do with a batch: append its reports, or recompute a span because one of them is late. */
export type BatchPlan<R extends AnyReport = AnyReport> =
  | { kind: 'append'; reports: R[] }
  /** All stored reports after the newest checkpoint whose time is before `lateAt` have to be taken in again. */
  | { kind: 'recompute'; lateAt: number };

export interface Advanced {
  state: TrackState;
  /** In the order to store them: a later fact replaces an earlier one of the same key. */
  facts: Fact[];
  /** States to store as checkpoints: each includes every report up to its `time`. */
  checkpoints: TrackState[];
}

/** Orders reports by fix time, then by hash, and drops repetitions. */
export function inOrder<R extends AnyReport>(reports: readonly R[]): R[] {
  const sorted = reports.toSorted((a, b) => timeOf(a) - timeOf(b) || a.hash - b.hash);
  return sorted.filter((report, index) => {
    const before = sorted[index - 1];
    return !before || !isSame(before, report);
  });
}

/** Whether two reports are the same one, sent twice. */
export function isSame(a: AnyReport, b: AnyReport): boolean {
  return a.hash === b.hash && timeOf(a) === timeOf(b);
}

/**
 * What to do with new reports; duplicates of stored ones are dropped before. Reports after the state are appended. If
 * any lies before it, or the state is an end (`endInstallation`), the device is recomputed from a checkpoint.
 */
export function planBatch<R extends AnyReport>(state: TrackState, reports: readonly R[]): BatchPlan<R> {
  const ordered = inOrder(reports);
  const first = ordered[0];
  const at = first ? timeOf(first) : 0;
  if (first && (state.ended || !isAfter(state, at, first.hash))) return { kind: 'recompute', lateAt: at };
  return { kind: 'append', reports: ordered };
}

/**
 * Takes ordered reports into a copy of a state, to append a batch or to recompute from a checkpoint. To recompute, the
 * caller first deletes the device's facts with `confirmedAt` after the checkpoint's time, and its checkpoints from
 * `lateAt` on. Facts open at the checkpoint are returned again in their new form.
 */
export function takeIn(from: TrackState, reports: readonly AnyReport[], context: TrackingContext): Advanced {
  const state = structuredClone(from);
  const checkpoints: TrackState[] = [];
  const facts: Fact[] = [];
  for (const report of reports) {
    if (isCheckpoint(state, timeOf(report), context)) checkpoints.push(structuredClone(state));
    advance(state, report, context, facts);
  }
  return { state, facts: latest([...facts, ...openFacts(state)]), checkpoints };
}

/** A checkpoint is taken before a new local day, so that late data is recomputed from its own day on. */
export function isCheckpoint(state: TrackState, next: number, context: TrackingContext): boolean {
  if (state.time === null) return false;
  const last = state.days.at(-1);
  if (last && next >= last.start && next < last.end) return false;
  return localDay(context.timeZone, state.time).startMs !== localDay(context.timeZone, next).startMs;
}

/** The last fact of each key, so that a batch writes each row once. */
function latest(facts: readonly Fact[]): Fact[] {
  return [...new Map(facts.map((fact) => [fact.key, fact])).values()];
}

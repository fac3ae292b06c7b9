import { advance, isAfter } from './advance.ts';
import { isBeforeCut, withKnownCut, unconfirmedCut } from './cut-wire.ts';
import type { Fact } from './fact.ts';
import { localDay } from './local-day.ts';
import { openFacts } from './open-facts.ts';
import { type AnyReport, timeOf } from './report.ts';
import type { TrackingContext } from './settings.ts';
import type { TrackState } from './track-state.ts';

/** The plan for a batch: append its reports, or recompute a span because one of them is late. */
export type BatchPlan<R extends AnyReport = AnyReport> =
  | { kind: 'append'; reports: R[] }
  /** Requires all stored reports after the newest checkpoint before `lateAt` to be applied once more. */
  | { kind: 'recompute'; lateAt: number };

export interface AdvanceResult {
  state: TrackState;
  /** In the order in which to store them: a later fact replaces an earlier one with the same key. */
  facts: Fact[];
  /** States to store as checkpoints: each includes all reports up to its `time`. */
  checkpoints: TrackState[];
}

/** The state before a report, and the report's index in the list. */
interface Checkpoint {
  state: TrackState;
  next: number;
}

/** Orders reports by fix time, then by hash, and removes duplicates. */
export function sortReports<R extends AnyReport>(reports: readonly R[]): R[] {
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
 * Plans new reports; duplicates of stored ones were dropped before. Reports after the state are appended. If any lies
 * before it, or the state is final (`endInstallation`), the device is recomputed from a checkpoint.
 */
export function planBatch<R extends AnyReport>(state: TrackState, reports: readonly R[]): BatchPlan<R> {
  const ordered = sortReports(reports);
  const first = ordered[0];
  const at = first ? timeOf(first) : 0;
  if (first && (state.ended || !isAfter(state, at, first.hash))) return { kind: 'recompute', lateAt: at };
  return { kind: 'append', reports: ordered };
}

/**
 * Applies ordered reports to a copy of a state, to append a batch or to recompute from a checkpoint. To recompute, the
 * caller first deletes the device's facts with `confirmedAt` after the checkpoint's time, and its checkpoints from
 * `lateAt` on. Facts open at the checkpoint are returned once more in their new form. Where a wire proves to have been
 * cut before the first report, the caller has to recompute from then on (`unconfirmedCut`).
 */
export function applyLateReports(
  from: TrackState,
  reports: readonly AnyReport[],
  context: TrackingContext,
): AdvanceResult {
  let state = structuredClone(from);
  let facts: Fact[] = [];
  const checkpoints: Checkpoint[] = [];
  for (let next = 0; next < reports.length;) {
    const report = reports[next];
    if (!report) break;
    if (isCheckpoint(state, timeOf(report), context)) checkpoints.push({ state: structuredClone(state), next });
    advance(state, report, context, facts);
    next += 1;
    const cut = unconfirmedCut(state);
    if (!cut) continue;
    while (checkpoints.length > 0 && !isBeforeCut(checkpoints.at(-1)?.state.time ?? null, cut)) checkpoints.pop();
    const back = checkpoints.at(-1) ?? { state: from, next: 0 };
    if (!isBeforeCut(back.state.time, cut)) continue;
    state = withKnownCut(structuredClone(back.state), cut);
    next = back.next;
    facts = confirmedUntil(facts, state.time);
  }
  return { state, facts: latest([...facts, ...openFacts(state)]), checkpoints: checkpoints.map((one) => one.state) };
}

/** Returns the facts that a state of this time includes: the others will be found another time, or were wrong. */
export function confirmedUntil(facts: readonly Fact[], time: number | null): Fact[] {
  return facts.filter(({ confirmedAt }) => time !== null && confirmedAt <= time);
}

/** A checkpoint is taken before a new local day, so that late data is recomputed from its own day on. */
export function isCheckpoint(state: TrackState, next: number, context: TrackingContext): boolean {
  // A late report may disprove a cut wire that only later reports revealed.
  if (state.time === null || state.cut) return false;
  const last = state.days.at(-1);
  if (last && next >= last.start && next < last.end) return false;
  return localDay(context.timeZone, state.time).startMs !== localDay(context.timeZone, next).startMs;
}

/** Returns the last fact of each key, so that a batch writes each row once. */
function latest(facts: readonly Fact[]): Fact[] {
  return [...new Map(facts.map((fact) => [fact.key, fact])).values()];
}

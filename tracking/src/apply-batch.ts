import { advance, isAfter } from './advance.ts';
import { isBeforeCut, knowing, unconfirmedCut } from './cut-wire.ts';
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

/** What a state was before a report, and where that is in the list. */
interface Checkpoint {
  state: TrackState;
  next: number;
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
 * `lateAt` on. Facts open at the checkpoint are returned again in their new form. Where a wire proves to have been cut before
 * the first report, the caller has to recompute from then on (`untoldCut`).
 */
export function takeIn(from: TrackState, reports: readonly AnyReport[], context: TrackingContext): Advanced {
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
    state = knowing(structuredClone(back.state), cut);
    next = back.next;
    facts = confirmedUntil(facts, state.time);
  }
  return { state, facts: latest([...facts, ...openFacts(state)]), checkpoints: checkpoints.map((one) => one.state) };
}

/** Those that a state of this time knows of: the others are found again, or are none. */
export function confirmedUntil(facts: readonly Fact[], time: number | null): Fact[] {
  return facts.filter(({ confirmedAt }) => time !== null && confirmedAt <= time);
}

/** A checkpoint is taken before a new local day, so that late data is recomputed from its own day on. */
export function isCheckpoint(state: TrackState, next: number, context: TrackingContext): boolean {
  // What is known of a cut wire only by later reports may prove wrong with a late one.
  if (state.time === null || state.cut) return false;
  const last = state.days.at(-1);
  if (last && next >= last.start && next < last.end) return false;
  return localDay(context.timeZone, state.time).startMs !== localDay(context.timeZone, next).startMs;
}

/** The last fact of each key, so that a batch writes each row once. */
function latest(facts: readonly Fact[]): Fact[] {
  return [...new Map(facts.map((fact) => [fact.key, fact])).values()];
}

import { endInstallation } from '@milepost/tracking/end-installation';
import type { Fact } from '@milepost/tracking/fact';
import { type AnyReport, timeOf } from '@milepost/tracking/report';
import type { TrackingContext } from '@milepost/tracking/settings';
import { silenceAlarms } from '@milepost/tracking/silence';
import { newState, type TrackState } from '@milepost/tracking/track-state';
import type { Queryable } from '../store/database.ts';
import type { InstallationWrites } from '../store/facts/fact-writes.ts';
import type { Installation } from '../store/facts/installations.ts';
import { readCheckpoint, readOldCheckpoint, readStates } from '../store/facts/tracking-states.ts';
import { reportPieces } from '../store/reports.ts';
import { fitDays } from './fit-days.ts';
import { AHEAD_MS, openFactsOf, takeInto } from './tracked.ts';

/** An installation being made again. */
export interface Recomputation {
  installation: Installation;
  context: TrackingContext;
  state: TrackState;
  /** Time of the state that it began from; null for the very beginning. */
  since: number | null;
  /** Time of the first report taken in; null where there was none. */
  first: number | null;
  facts: Fact[];
  checkpoints: InstallationWrites['checkpoints'];
  /** Where it begins amid what went on: what an older rule told of the time before ends here. */
  cutAt: number | null;
}

/** What comes now is made from here on at the latest. */
const LATELY_MS = 86_400_000;

/** Checkpoints of more days back are of no use: late data of so long ago is rare, and reads more. */
const MOST_CHECKPOINTS = 45;

/** Begins from the newest state that has not missed anything: the stored one, a checkpoint, or an empty one. */
export async function beginRecomputation(
  db: Queryable,
  installation: Installation,
  context: TrackingContext,
  lateAt: number,
): Promise<Recomputation> {
  const stored = (await readStates(db, [installation.id])).get(installation.id);
  const from = stored && isBefore(stored, lateAt) ? stored : await olderState(db, installation.id, stored, lateAt);
  fitDays(from, context.timeZone);
  return begin(installation, context, from);
}

function begin(installation: Installation, context: TrackingContext, state: TrackState): Recomputation {
  const since = state.time;
  return { installation, context, state, since, first: null, facts: [], checkpoints: [], cutAt: null };
}

/** From the very beginning, whatever is stored. */
export function beginAnew(installation: Installation, context: TrackingContext): Recomputation {
  return begin(installation, context, newState());
}

/**
 * From the end of a day a while ago, where only states of an older version are stored: so that what comes now soon has
 * facts, however long the past is. Of the old state nothing is taken over but the alarms, so that none is raised twice.
 * Null where there is no such day: then all is read from the beginning.
 */
export async function beginLately(
  db: Queryable,
  installation: Installation,
  context: TrackingContext,
  lateAt: number,
  now: number,
): Promise<Recomputation | null> {
  const old = await readOldCheckpoint(db, installation.id, Math.min(lateAt, now - LATELY_MS));
  if (!old) return null;
  const { time, hash, alarms } = old;
  return { ...begin(installation, context, { ...newState(), time, hash, alarms }), cutAt: time };
}

function isBefore({ ended, time }: TrackState, lateAt: number): boolean {
  return !ended && (time === null || time < lateAt);
}

async function olderState(
  db: Queryable,
  installationId: number,
  stored: TrackState | undefined,
  lateAt: number,
): Promise<TrackState> {
  // An end cannot be taken back: a state from before it can.
  const before = stored?.ended ? Math.min(lateAt, stored.time ?? Infinity) : lateAt;
  return (await readCheckpoint(db, installationId, before)) ?? newState();
}

/** Takes in all that is stored and comes after it, piece by piece; others run in between. */
export async function catchUp(db: Queryable, run: Recomputation, now: number): Promise<void> {
  const { installation, state } = run;
  const range = {
    deviceId: installation.deviceId,
    from: new Date(installation.from),
    to: new Date(installation.to ?? now + AHEAD_MS),
    after: state.time === null ? undefined : { time: state.time, hash: state.hash },
  };
  for await (const piece of reportPieces(db, range)) takePiece(run, piece);
}

function takePiece(run: Recomputation, piece: readonly AnyReport[]): void {
  if (run.first === null && piece[0]) run.first = timeOf(piece[0]);
  takeInto(run.state, piece, run.context, run.facts, (kept) => run.checkpoints.push(kept));
  // Of each fact only what was told last counts: what a long span told in between need not be remembered.
  run.facts = [...new Map(run.facts.map((fact) => [fact.key, fact])).values()];
  run.checkpoints = run.checkpoints.slice(-MOST_CHECKPOINTS);
}

/**
 * Facts confirmed after this moment follow from the reports that were read, or from none. Where it began from the very
 * beginning, facts of before the first report stay: positions of old days may have been dropped.
 */
export function replacedSince({ since, first }: Recomputation, lateAt: number): number {
  return since ?? Math.min(first ?? Infinity, lateAt) - 1;
}

/**
 * What is to be written in the end: all facts of the span, and what goes on, or its end where the device has left. Alarms
 * of silence that are active (`silent`) and still hold stay; new ones are told by the clock.
 */
export function writesOf(
  run: Recomputation,
  silent: ReadonlySet<string>,
  severities: ReadonlyMap<number, string>,
  now: number,
): InstallationWrites {
  const { installation, context, facts, checkpoints } = run;
  let { state } = run;
  const told = [...facts, ...openFactsOf(state, context)];
  if (installation.to !== null) {
    const ended = endInstallation(state, context);
    told.push(...ended.facts);
    state = ended.state;
  } else told.push(...silenceAlarms(state, now, context).filter(({ key }) => silent.has(key)));
  return { installation, facts: told, state, checkpoints, late: [], severities };
}

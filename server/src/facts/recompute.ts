import { confirmedUntil } from '@milepost/tracking/apply-batch';
import { isBeforeCut, knowing, unconfirmedCut } from '@milepost/tracking/cut-wire';
import { endInstallation } from '@milepost/tracking/end-installation';
import type { Fact } from '@milepost/tracking/fact';
import { type AnyReport, timeOf } from '@milepost/tracking/report';
import type { TrackingContext } from '@milepost/tracking/settings';
import { silenceAlarms } from '@milepost/tracking/silence';
import { localDay } from '@milepost/tracking/local-day';
import { revived } from '@milepost/tracking/revived';
import { newState, type TrackState } from '@milepost/tracking/track-state';
import type { Queryable } from '../store/database.ts';
import type { InstallationWrites } from '../store/facts/fact-writes.ts';
import { inSlices, type Slices } from '../loop/slices.ts';
import type { Installation } from '../store/fleet/installations.ts';
import { readAlarmsSince, readCheckpoint, readOldCheckpoint, readStates } from '../store/facts/tracking-states.ts';
import { readPositionsSince } from '../store/tracks/dropped-days.ts';
import { reportPieces } from '../store/tracks/reports.ts';
import { fitDays } from './fit-days.ts';
import { AHEAD_MS, openFactsOf, takeInto } from './tracked.ts';

/** An installation being made again. */
export interface Recomputation {
  installation: Installation;
  context: TrackingContext;
  state: TrackState;
  /** The state that it began from. */
  begun: TrackState;
  /** Time of the state that it began from; null for the very beginning. */
  since: number | null;
  /** Time of the first report taken in; null where there was none. */
  first: number | null;
  /** Those that are not written yet. */
  facts: Fact[];
  /** The stored facts confirmed until this moment are of this recomputation already; null before the first were written. */
  writtenUntil: number | null;
  checkpoints: InstallationWrites['checkpoints'];
  /**
   * Set when it begins inside a trip or stop of an older rule: those facts end at this moment, and what continues
   * begins anew here.
   */
  cutAt: number | null;
  /** Set where positions of older days were removed. */
  floor: Floor | null;
}

/** Where the positions of an installation begin whose older ones were removed, epoch milliseconds. */
export interface Floor {
  /** All positions from here on are stored. */
  since: number;
  /** Nothing was removed, but more could not be made again (`make-again.ts`). */
  narrowed?: true;
  /**
   * Facts that began before this moment stay as they are: the start of a local day. What lies between is read to know
   * where the vehicle comes from.
   */
  at: number;
}

/** How far back to begin when only states of an older version are stored. */
const LATELY_MS = 86_400_000;

/** Older checkpoints are dropped: data that late is rare, and is recomputed from an earlier state. */
const MOST_CHECKPOINTS = 45;

/** Begins from the newest state of before the late report: the stored one, a checkpoint, or an empty one. */
export async function beginRecomputation(
  db: Queryable,
  installation: Installation,
  context: TrackingContext,
  lateAt: number,
  floor: Floor | null,
): Promise<Recomputation> {
  const stored = (await readStates(db, [installation.id])).get(installation.id);
  const goesOn = stored && isBefore(stored, lateAt) && !(floor?.narrowed === true && (stored.time ?? 0) < floor.at);
  const from = goesOn ? stored : await olderState(db, installation.id, stored, lateAt);
  if (!goesOn && floor !== null && (from.time ?? -Infinity) < floor.at) {
    return beginAtFloor(db, installation, context, floor);
  }
  fitDays(from, context.timeZone);
  return begin(installation, context, from);
}

function begin(installation: Installation, context: TrackingContext, state: TrackState): Recomputation {
  const since = state.time;
  const begun = structuredClone(state);
  return {
    installation,
    context,
    state,
    begun,
    since,
    first: null,
    facts: [],
    writtenUntil: null,
    checkpoints: [],
    cutAt: null,
    floor: null,
  };
}

/**
 * Begins with the first stored report, whatever states there are; at the floor where older positions were removed.
 */
export async function beginAnew(
  db: Queryable,
  installation: Installation,
  context: TrackingContext,
  floor: Floor | null = null,
): Promise<Recomputation> {
  return floor === null ? begin(installation, context, newState()) : beginAtFloor(db, installation, context, floor);
}

/** Comes after all reports of its millisecond. */
const LAST_HASH = 2_147_483_647;

async function beginAtFloor(
  db: Queryable,
  installation: Installation,
  context: TrackingContext,
  floor: Floor,
): Promise<Recomputation> {
  const state = { ...newState(), time: floor.since - 1, hash: LAST_HASH };
  // Its events can no longer be read: an active alarm goes on instead of being raised a second time.
  const alarms = { ...state.alarms, ...(await readAlarmsSince(db, installation.id, floor.since)) };
  return { ...begin(installation, context, { ...state, alarms }), floor };
}

/**
 * Where the positions of an installation begin; null where none were removed. The floor is the start of a local day, so
 * that the totals of the day at the edge stay whole, unless that day is today.
 */
export async function readFloor(
  db: Queryable,
  installation: Installation,
  timeZone: string,
  now: number,
): Promise<Floor | null> {
  const since = await readPositionsSince(db, installation);
  if (since === null) return null;
  const { startMs, endMs } = localDay(timeZone, since);
  return { since, at: startMs === since || endMs > now ? since : endMs };
}

/**
 * Where only states of an older version are stored: begins at the end of a recent day, so that new reports have facts
 * soon, however long the past is. Only the alarms of the old state are kept, so that none is raised twice.
 * Null where there is no such day: then everything is read from the beginning.
 */
export async function beginLately(
  db: Queryable,
  installation: Installation,
  context: TrackingContext,
  lateAt: number,
  now: number,
  floor: Floor | null = null,
): Promise<Recomputation | null> {
  const old = await readOldCheckpoint(db, installation.id, Math.min(lateAt, now - LATELY_MS));
  if (!old || (floor !== null && old.time < floor.at)) return null;
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
  // A state that was ended cannot be advanced: take one from before its end.
  const before = stored?.ended ? Math.min(lateAt, stored.time ?? Infinity) : lateAt;
  return (await readCheckpoint(db, installationId, before)) ?? newState();
}

interface CatchingUp {
  now: number;
  /** Gives up after so long, milliseconds. */
  mostMs?: number;
  /** Writes what is found so far, where that is much: it is taken out of `facts`. */
  writeAhead?: (run: Recomputation) => Promise<void>;
  /** So many facts are much. */
  mostFacts?: number;
}

/**
 * Takes in all stored reports after its state, in slices, so that other work can run in between. Returns how many there
 * were; null where that took longer than `mostMs` and some are left.
 */
export async function catchUp(db: Queryable, run: Recomputation, how: CatchingUp): Promise<number | null> {
  const { installation } = run;
  const { now, mostMs = Infinity } = how;
  const slices = inSlices('recompute', installation.organisationId);
  let count = 0;
  for (let goesBack = true; goesBack;) {
    goesBack = false;
    const { time, hash } = run.state;
    const range = {
      deviceId: installation.deviceId,
      from: new Date(installation.from),
      to: new Date(installation.to ?? now + AHEAD_MS),
      after: time === null ? undefined : { time, hash },
    };
    for await (const piece of reportPieces(db, range, PIECE)) {
      if (!(await takePiece(run, piece, slices, { ...how, mostMs }))) return null;
      count += piece.length;
      goesBack = goBack(run);
      if (goesBack) break;
    }
  }
  return count;
}

/**
 * Where the wire proves to have been cut, goes on from a state of before that which knows it. False where there is nothing
 * to go back for, or where it began later itself (`cutBefore`).
 */
function goBack(run: Recomputation): boolean {
  const cut = unconfirmedCut(run.state);
  if (!cut) return false;
  const retained = run.checkpoints.findLastIndex(({ time }) => isBeforeCut(time, cut));
  const json = run.checkpoints[retained]?.json;
  if (json === undefined && !isBeforeCut(run.begun.time, cut)) return false;
  run.state = knowing(json === undefined ? structuredClone(run.begun) : revived(JSON.parse(json)), cut);
  run.checkpoints = run.checkpoints.slice(0, retained + 1);
  run.facts = confirmedUntil(run.facts, run.state.time);
  // What was written since then is written anew.
  if (run.writtenUntil !== null) run.writtenUntil = Math.min(run.writtenUntil, run.state.time ?? -Infinity);
  return true;
}

/** Since when a wire was cut, epoch milliseconds, if the recomputation began later: then it has to begin before that. */
export const cutBefore = ({ state }: Recomputation): number | null => unconfirmedCut(state)?.from ?? null;

/** Of all checkpoints, which are written in one statement. */
const MOST_CHARACTERS = 2_000_000;
/** Facts that are written together, some 50 ms, and that are kept in memory. */
export const MOST_FACTS = 500;
/** Rows that are read at once: each is made a report before others have the loop again. */
const PIECE = 2000;
/** A report takes some hundredth of this, milliseconds. Where it takes more, the loop is others' half of the time. */
const MUCH_MS = 0.05;

async function takePiece(
  run: Recomputation,
  piece: readonly AnyReport[],
  slices: Slices,
  { mostMs = Infinity, writeAhead, mostFacts = MOST_FACTS }: CatchingUp,
): Promise<boolean> {
  if (run.first === null && piece[0]) run.first = timeOf(piece[0]);
  const { state, context } = run;
  const storeCheckpoint = (retained: InstallationWrites['checkpoints'][number]) => run.checkpoints.push(retained);
  let taken = 0;
  let full = mostFacts;
  const isOver = () => run.facts.length >= full || slices.isOver();
  while (taken < piece.length) {
    const [first, began] = [taken, performance.now()];
    taken = takeInto(state, piece, context, run.facts, storeCheckpoint, { first, isOver });
    if (run.facts.length >= full) {
      run.facts = latest(run.facts);
      if (writeAhead && run.facts.length >= mostFacts) await writeAhead(run);
      // Those that cannot be written yet, and repetitions of them, are not gone through for each more.
      full = Math.max(mostFacts, run.facts.length * 2);
    }
    if (taken < piece.length && slices.spentMs() > mostMs) return false;
    if (!slices.isOver()) continue;
    if (performance.now() - began > (taken - first) * MUCH_MS) await slices.rest();
    else await slices.next();
  }
  run.facts = latest(run.facts);
  run.checkpoints = lastOf(run.checkpoints);
  return true;
}

/** Only the last version of each fact is written. */
const latest = (facts: readonly Fact[]): Fact[] => [...new Map(facts.map((fact) => [fact.key, fact])).values()];

/** Of states that are large, within a thousand areas, fewer. */
function lastOf(checkpoints: Recomputation['checkpoints']): Recomputation['checkpoints'] {
  let characters = 0;
  const first = checkpoints.findLastIndex(({ json }) => (characters += json.length) > MOST_CHARACTERS);
  return checkpoints.slice(Math.max(first + 1, checkpoints.length - MOST_CHECKPOINTS));
}

/**
 * Stored facts confirmed after this moment are replaced by the recomputed ones, and deleted where there is none. Where
 * it began with the first stored report, facts confirmed before that report stay: positions of old days may have been
 * dropped.
 */
export function replacedSince({ since, first, writtenUntil }: Recomputation, lateAt: number): number {
  if (writtenUntil !== null) return writtenUntil;
  return since ?? Math.min(first ?? Infinity, lateAt) - 1;
}

/**
 * What to write at the end: all facts of the span, and the ongoing ones, ended if the device has left the vehicle.
 * Those that the clock raised (`silent`) stay as long as their condition holds; new ones are not raised here.
 */
export function writesOf(
  run: Recomputation,
  silent: ReadonlySet<string>,
  severities: ReadonlyMap<number, string>,
  now: number,
): InstallationWrites {
  const { installation, context, facts, checkpoints } = run;
  let { state } = run;
  const allFacts = [...facts, ...openFactsOf(state, context)];
  if (installation.to !== null) {
    const ended = endInstallation(state, context);
    allFacts.push(...ended.facts);
    state = ended.state;
  } else allFacts.push(...silenceAlarms(state, now, context).filter(({ key }) => silent.has(key)));
  return { installation, facts: allFacts, state, checkpoints, late: [], severities };
}

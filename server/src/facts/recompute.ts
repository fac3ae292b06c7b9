import { confirmedUntil } from '@milepost/tracking/apply-batch';
import { isBeforeCut, withKnownCut, unconfirmedCut } from '@milepost/tracking/cut-wire';
import { endInstallation } from '@milepost/tracking/end-installation';
import type { DayTotal, Fact } from '@milepost/tracking/fact';
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
import { isKnownUntil, latestOfEach, readDayAround } from '../store/facts/facts-over-floor.ts';
import { readAlarmsSince, readCheckpoint, readOldCheckpoint, readStates } from '../store/facts/tracking-states.ts';
import { readPositionsSince } from '../store/tracks/dropped-days.ts';
import { reportPieces } from '../store/tracks/reports.ts';
import { fitDays } from './fit-days.ts';
import { AHEAD_MS, openFactsOf, takeInto } from './tracked.ts';

/** A recomputation of one installation in progress. */
export interface Recomputation {
  installation: Installation;
  context: TrackingContext;
  state: TrackState;
  /** The state from which it began. */
  begun: TrackState;
  /** The time of the state from which it began; null for the very beginning. */
  since: number | null;
  /** The time of the first report taken in; null when there was none. */
  first: number | null;
  /** Facts that are not written yet. */
  facts: Fact[];
  /** Stored facts confirmed until this moment are already those of this recomputation; null before the first write. */
  writtenUntil: number | null;
  checkpoints: InstallationWrites['checkpoints'];
  /**
   * Set when it begins inside a trip or stop of an older rule: those facts end at this moment, and their continuation
   * begins here.
   */
  cutAt: number | null;
  /** Set when positions of older days were removed. */
  floor: Floor | null;
}

/** The beginning of an installation's positions when older ones were removed, epoch milliseconds. */
export interface Floor {
  /** All positions from this moment on are stored. */
  since: number;
  /** Set when nothing was removed but a longer span could not be recomputed (`recompute-facts.ts`). */
  narrowed?: true;
  /**
   * Facts that began before this moment stay unchanged: the end of the stored day that contains `since`, so that its totals
   * stay complete. Reports between the two moments are read only to know where the vehicle comes from.
   */
  at: number;
  /** The stored day that ends at `at`, where that is not its end in the present time zone: it goes on. */
  continued?: DayTotal;
}

/** The span to recompute when only states of an older version are stored. */
const LATELY_MS = 86_400_000;

/** Older checkpoints are dropped: data this late is rare, and is recomputed from an earlier state. */
const MAX_CHECKPOINTS = 45;

/** Begins from the newest state before the late report: the stored one, a checkpoint, or an empty one. */
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

/** Begins with the first stored report, whatever states exist, or at the floor when older positions were removed. */
export async function beginAnew(
  db: Queryable,
  installation: Installation,
  context: TrackingContext,
  floor: Floor | null = null,
): Promise<Recomputation> {
  return floor === null ? begin(installation, context, newState()) : beginAtFloor(db, installation, context, floor);
}

/** Sorts after all reports of the same millisecond. */
const LAST_HASH = 2_147_483_647;

async function beginAtFloor(
  db: Queryable,
  installation: Installation,
  context: TrackingContext,
  floor: Floor,
): Promise<Recomputation> {
  const state = { ...newState(), time: floor.since - 1, hash: LAST_HASH };
  // The events that raised it can no longer be read, so an active alarm continues instead of being raised a second
  // time.
  const alarms = { ...state.alarms, ...(await readAlarmsSince(db, installation.id, floor.since)) };
  const run = { ...begin(installation, context, { ...state, alarms }), floor };
  if (floor.continued) await continueDay(db, run, floor.continued, floor.at);
  return run;
}

/**
 * Takes in the reports up to the end of a day of another time zone, and goes on with its totals: each moment then belongs to
 * one day.
 */
async function continueDay(db: Queryable, run: Recomputation, day: DayTotal, at: number): Promise<void> {
  const { state, context } = run;
  await catchUp(db, run, { now: at, until: at });
  run.facts = [];
  state.days = [day];
  fitDays(state, context.timeZone);
  day.end = Math.max(day.end, at);
  // Their metres so far are among the totals.
  if (state.trip) state.trip.parts = [];
  run.begun = structuredClone(state);
}

/**
 * The beginning of an installation's positions; null when none were removed. The stored day at the edge stays complete, unless
 * that is today, the device left the vehicle on it, or facts are missing on it (it came back to the vehicle since).
 */
export async function readFloor(
  db: Queryable,
  installation: Installation,
  timeZone: string,
  now: number,
): Promise<Floor | null> {
  const since = await readPositionsSince(db, installation);
  if (since === null) return null;
  const to = installation.to ?? Infinity;
  // What began after the device left is not of this vehicle.
  if (to <= since) return { since, at: to };
  const day = await readDayAround(db, installation.id, since);
  if (!day || day.end > Math.min(now, to) || !(await isKnownUntil(db, installation, day.end)))
    return { since, at: since };
  const isOfZone = localDay(timeZone, day.end).startMs === day.end;
  return { since, at: day.end, ...(!isOfZone && { continued: day }) };
}

/**
 * For when only states of an older version are stored: begins at the end of a recent day, so that new reports have
 * facts soon, however long the past is. Only the alarms of the old state are retained, so that none is raised twice.
 * Null when there is no such day; then everything is read from the beginning.
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
  // A state that was ended cannot be advanced, so one from before its end is used.
  const before = stored?.ended ? Math.min(lateAt, stored.time ?? Infinity) : lateAt;
  return (await readCheckpoint(db, installationId, before)) ?? newState();
}

interface CatchingUp {
  now: number;
  /** Reads no reports from this moment on (epoch milliseconds). */
  until?: number;
  /** Milliseconds after which it gives up. */
  maxMs?: number;
  /** Writes the facts found so far when there are many, and removes them from `facts`. */
  writeAhead?: (run: Recomputation) => Promise<void>;
  /** The number of facts that causes a write. */
  maxFacts?: number;
}

/**
 * Takes in all stored reports after its state, in slices, so that other work can run in between. Returns their number;
 * null when that took longer than `maxMs` and some remain.
 */
export async function catchUp(db: Queryable, run: Recomputation, how: CatchingUp): Promise<number | null> {
  const { installation } = run;
  const { now, until = Infinity, maxMs = Infinity } = how;
  const slices = inSlices('recompute', installation.organisationId);
  let count = 0;
  for (let goesBack = true; goesBack;) {
    goesBack = false;
    const { time, hash } = run.state;
    const range = {
      deviceId: installation.deviceId,
      from: new Date(installation.from),
      to: new Date(Math.min(installation.to ?? now + AHEAD_MS, until)),
      after: time === null ? undefined : { time, hash },
      // Facts of a day that cannot be read would be deleted.
      onDamage: 'throw' as const,
      unsealed: true as const,
    };
    for await (const piece of readAhead(reportPieces(db, range, PIECE))) {
      if (!(await takePiece(run, piece, slices, { ...how, maxMs }))) return null;
      count += piece.length;
      goesBack = goBack(run);
      if (goesBack) break;
    }
  }
  return count;
}

/**
 * Reads the next piece while the caller processes the present one, so that neither the database nor this process waits
 * for the other. At most one further piece is in memory.
 * @throws what reading throws, when the caller reaches that piece
 */
export async function* readAhead<Piece>(pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
  let next = pieces.next();
  try {
    for (let result = await next; result.done !== true; result = await next) {
      next = pieces.next();
      // Handled when the caller reaches it; until then it must not count as unhandled.
      next.catch(() => {});
      yield result.value;
    }
  } finally {
    // A caller that leaves early must not leave a query behind.
    await next.catch(() => {});
    await pieces.return(undefined);
  }
}

/**
 * When the ignition wire turns out to have been cut, continues from an earlier state that includes this knowledge.
 * False when there is no need to go back, or when the recomputation itself began later (`cutBefore`).
 */
function goBack(run: Recomputation): boolean {
  const cut = unconfirmedCut(run.state);
  if (!cut) return false;
  const retained = run.checkpoints.findLastIndex(({ time }) => isBeforeCut(time, cut));
  const json = run.checkpoints[retained]?.json;
  if (json === undefined && !isBeforeCut(run.begun.time, cut)) return false;
  run.state = withKnownCut(json === undefined ? structuredClone(run.begun) : revived(JSON.parse(json)), cut);
  run.checkpoints = run.checkpoints.slice(0, retained + 1);
  run.facts = confirmedUntil(run.facts, run.state.time);
  // Facts written since then are written again.
  if (run.writtenUntil !== null) run.writtenUntil = Math.min(run.writtenUntil, run.state.time ?? -Infinity);
  return true;
}

/**
 * The time since when a wire was cut, epoch milliseconds, if the recomputation began later and must therefore begin
 * before it.
 */
export const cutBefore = ({ state }: Recomputation): number | null => unconfirmedCut(state)?.from ?? null;

/** The limit for all checkpoints together, which one statement writes. */
const MAX_CHARACTERS = 2_000_000;
/** The number of facts written together, in about 50 ms, and held in memory. */
export const MAX_FACTS = 500;
/**
 * The number of rows read together: they are converted to reports, in some milliseconds, before other work gets the event
 * loop.
 */
const PIECE = 4000;
/**
 * Milliseconds per report, of which an ordinary one takes about a hundredth. If a report takes more, the work yields
 * the event loop for half of the time.
 */
const MUCH_MS = 0.05;

async function takePiece(
  run: Recomputation,
  piece: readonly AnyReport[],
  slices: Slices,
  { maxMs = Infinity, writeAhead, maxFacts = MAX_FACTS }: CatchingUp,
): Promise<boolean> {
  if (run.first === null && piece[0]) run.first = timeOf(piece[0]);
  const { state, context } = run;
  const storeCheckpoint = (retained: InstallationWrites['checkpoints'][number]) => run.checkpoints.push(retained);
  let taken = 0;
  let full = maxFacts;
  const isOver = () => run.facts.length >= full || slices.isOver();
  while (taken < piece.length) {
    const [first, began] = [taken, performance.now()];
    taken = takeInto(state, piece, context, run.facts, storeCheckpoint, { first, isOver });
    if (run.facts.length >= full) {
      run.facts = latestOfEach(run.facts);
      if (writeAhead && run.facts.length >= maxFacts) await writeAhead(run);
      // Facts that cannot be written yet, and their repetitions, are not examined again for each further fact.
      full = Math.max(maxFacts, run.facts.length * 2);
    }
    if (taken < piece.length && slices.spentMs() > maxMs) return false;
    if (!slices.isOver()) continue;
    if (performance.now() - began > (taken - first) * MUCH_MS) await slices.rest();
    else await slices.next();
  }
  run.facts = latestOfEach(run.facts);
  run.checkpoints = lastOf(run.checkpoints);
  return true;
}

/** The newest checkpoints; fewer when states are large, as within a thousand areas. */
function lastOf(checkpoints: Recomputation['checkpoints']): Recomputation['checkpoints'] {
  let characters = 0;
  const first = checkpoints.findLastIndex(({ json }) => (characters += json.length) > MAX_CHARACTERS);
  return checkpoints.slice(Math.max(first + 1, checkpoints.length - MAX_CHECKPOINTS));
}

/**
 * Stored facts confirmed after this moment are replaced by the recomputed ones, and deleted when they have no
 * successor. If it began with the first stored report, facts confirmed before that report stay: positions of old days
 * may have been dropped.
 */
export function replacedSince({ since, first, floor, writtenUntil }: Recomputation, lateAt: number): number {
  if (writtenUntil !== null) return writtenUntil;
  if (floor !== null) return Math.min(floor.since, floor.at) - 1;
  return since ?? Math.min(first ?? Infinity, lateAt) - 1;
}

/**
 * The final writes: all facts of the span, and the open ones, which are ended if the device has left the vehicle.
 * Alarms raised by the clock (`silent`) stay as long as their condition holds; new ones are not raised here.
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

import { readClearedByHand, readSilence, readStates } from '../store/facts/tracking-states.ts';
import type { Queryable } from '../store/database.ts';
import { type FactsOverFloor, readFactsOver, withoutOlder } from '../store/facts/facts-over-floor.ts';
import { replaceFacts, replacePart } from '../store/facts/replace-facts.ts';
import type { Fact } from '@milepost/tracking/fact';
import { openFacts } from '@milepost/tracking/open-facts';
import { localDay } from '@milepost/tracking/local-day';
import { contextFor } from './contexts.ts';
import {
  beginAnew,
  beginLately,
  beginRecomputation,
  catchUp,
  cutBefore,
  type Floor,
  readFloor,
  type Recomputation,
  replacedSince,
  writesOf,
} from './recompute.ts';
import type { Installation } from '../store/fleet/installations.ts';
import { DamagedDay } from '../store/tracks/packed-days.ts';
import { readDamageBefore } from '../store/tracks/dropped-days.ts';
import type { FactsFault } from '../store/facts/facts-fault.ts';
import { whileUnderWay } from '../loop/loop-watch.ts';
import { follow, settle, track } from './tracked.ts';
import { announce, type TrackingCore } from './tracking-core.ts';

export interface RecomputeTask {
  installationId: number;
  /** From the earliest late report on (epoch milliseconds); infinite: only the missing part. */
  lateAt: number;
  /** The past, without notifying anybody of it: all of it, or from `lateAt` on if that is finite. */
  whole: boolean;
  /** The request of an operator that this fulfils. */
  request?: number | null;
  /**
   * The number and the last cause of failures for a persistent reason; each retry covers half of the remaining span.
   */
  failed?: { times: number; cause: string };
}

export interface RecomputationOutcome {
  fromTheBeginning: boolean;
  /** The number of reports that were read. */
  reports: number;
  /** True when the result was discarded because the installation changed meanwhile. */
  overtaken: boolean;
}

const MAX_ROUNDS = 5;
const FEW_REPORTS = 100;
/** A round this short leaves so few new reports that the next round would be no shorter. */
const SHORT_ROUND_MS = 250;
/** The smallest piece, for when larger ones could not be written. */
const FEWEST_FACTS = 20;
/**
 * The milliseconds that ingest waits for the reports that arrived last. If they take longer, the whole is retried
 * later.
 */
const MAX_IN_QUEUE_MS = 50;

/**
 * Narrows the span to its last half after one failure, its last quarter after two, from the start of a local day on.
 * Facts before it stay unchanged.
 */
export function narrowSpan(
  floor: Floor | null,
  timeZone: string,
  span: { from: number; to: number },
  times: number,
): Floor | null {
  if (times === 0) return floor;
  const { startMs } = localDay(timeZone, span.to - (span.to - span.from) / 2 ** times);
  if (startMs <= Math.max(span.from, floor?.at ?? -Infinity)) return floor;
  return { since: startMs, at: startMs, narrowed: true };
}

/**
 * Tracks what ingest and the clock write for an installation during its recomputation: the keys of facts, some of which
 * may not exist in the end.
 */
function followWrites({ recomputed, states }: TrackingCore, installationId: number): Set<string> {
  const state = states.get(installationId)?.state;
  const keys = new Set<string>(state ? openFacts(state).map(({ key }) => key) : []);
  recomputed.set(installationId, keys);
  return keys;
}

/**
 * Recomputes facts from stored reports while ingest continues with the old state. Then, between two batches, takes in
 * the reports stored meanwhile and replaces the old state and facts.
 */
export async function recomputeFacts(core: TrackingCore, task: RecomputeTask): Promise<RecomputationOutcome> {
  const { installationId } = task;
  const damaged = new Set<string>();
  for (;;) {
    try {
      return await make(core, task, followWrites(core, installationId));
    } catch (error) {
      // Whoever finds the damage records it, and the next attempt leaves the day alone.
      if (!(error instanceof DamagedDay) || damaged.has(error.day)) throw error;
      damaged.add(error.day);
      core.logger.error(
        { installationId, deviceId: error.deviceId, day: error.day, reason: error.reason },
        'A packed day cannot be read, so its facts stay as they are',
      );
    } finally {
      core.recomputed.delete(installationId);
    }
  }
}

async function make(
  core: TrackingCore,
  task: RecomputeTask,
  meanwhile: ReadonlySet<string>,
): Promise<RecomputationOutcome> {
  const { database, directory, contexts, states, queue, older, writeQueue } = core;
  const { installationId } = task;
  const installation = directory.byId(installationId);
  if (!installation) {
    states.delete(installationId);
    older.done(installationId);
    return { fromTheBeginning: false, reports: 0, overtaken: false };
  }
  const tenure = core.tenureOf(installation.deviceId);
  const begun = Date.now();
  await contexts.load([installation.organisationId]);
  const organisation = contexts.current(installation.organisationId);
  const clearedByHand = (await readClearedByHand(database, [installationId])).get(installationId) ?? [];
  const context = contextFor(organisation, installation, clearedByHand);
  const times = task.failed?.times ?? 0;
  const isLate = Number.isFinite(task.lateAt);
  const span = { from: isLate ? Math.max(installation.from, task.lateAt) : installation.from, to: begun };
  const stored = await readFloor(database, installation, context.timeZone, begun);
  const floor = narrowSpan(stored, context.timeZone, span, times);
  const isOlder = older.isUnreadable(installationId);
  // A device that has left its vehicle has no current data.
  const lately = isOlder && installation.to === null && !task.whole;
  const beginAt = async (at: number) =>
    (lately && (await beginLately(database, installation, context, at, begun, floor))) ||
    (isOlder || (task.whole && !isLate)
      ? await beginAnew(database, installation, context, floor)
      : await beginRecomputation(database, installation, context, at, floor));
  // A report of a day whose other positions were removed is stored, but the facts of that day stay unchanged.
  const notBelow = (at: number) => Math.max(at, floor?.at ?? -Infinity);
  let lateAt = notBelow(task.lateAt);
  let run = await beginAt(lateAt);
  /** Stored facts that extend across the floor. */
  let over: FactsOverFloor | null = null;
  const aboveFloor = async (facts: readonly Fact[], { floor: at }: Recomputation): Promise<Fact[]> => {
    if (at === null) return [...facts];
    over ??= await readFactsOver(database, installationId, at);
    return withoutOlder(facts, over, at);
  };
  const quietBefore = isOlder || task.whole ? begun : null;
  // A long recomputation is written piece by piece while ingest continues; each piece is consistent.
  const written = new Set<string>();
  const writeAhead = async (ahead: Recomputation) => {
    const until = ahead.state.time;
    const since = replacedSince(ahead, lateAt);
    if (until === null || !Number.isFinite(since) || until <= since) return;
    const [later, now] = [
      ahead.facts.filter(({ key }) => meanwhile.has(key)),
      ahead.facts.filter(({ key }) => !meanwhile.has(key)),
    ];
    const facts = await aboveFloor(now, ahead);
    // Another process has the device now, or had it meanwhile.
    if (core.tenureOf(installation.deviceId) !== tenure) throw new Error('The device has another owner');
    const writing = whileUnderWay('recompute', installation.organisationId, () =>
      replacePart(database, {
        installation,
        facts,
        severities: organisation.severities,
        since,
        until,
        floorAt: ahead.floor?.at ?? null,
        stored: openFacts(ahead.state),
        storedKeys: [...meanwhile],
        notifiedBefore: quietBefore,
      }),
    );
    core.parts.add(writing);
    const changes = await writing.finally(() => core.parts.delete(writing));
    ahead.facts = later;
    ahead.writtenUntil = until;
    for (const { kind, key } of facts) {
      core.metrics.written(kind, 1);
      written.add(key);
    }
    announce(core, [], changes);
  };
  const maxFacts = Math.max(Math.min(FEWEST_FACTS, core.maxFacts), Math.floor(core.maxFacts / 2 ** times));
  // Each round has fewer new reports; the last ones are taken in while ingest waits.
  let reports = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const roundBegan = Date.now();
    const count = await catchUp(database, run, { now: roundBegan, writeAhead, maxFacts });
    reports += count ?? 0;
    const earlier = notBelow(cutBefore(run) ?? Infinity);
    if (earlier < lateAt) {
      lateAt = earlier;
      run = await beginAt(lateAt);
      written.clear();
    } else if (Date.now() - roundBegan < SHORT_ROUND_MS || (round > 0 && (count ?? 0) < FEW_REPORTS)) break;
  }
  const reached = run.state.time;
  const fromTheBeginning = run.since === null || run.floor !== null;
  let overtaken = false;
  await writeQueue.between(async () => {
    if (core.tenureOf(installation.deviceId) !== tenure) {
      overtaken = true;
      return;
    }
    // The installation ended, was resumed or got other settings meanwhile, so the result is outdated.
    const { settings, timeZone } = contexts.current(installation.organisationId);
    const sameRules = settings.holeS === organisation.settings.holeS && timeZone === organisation.timeZone;
    if (directory.byId(installationId) !== installation || !sameRules) {
      overtaken = true;
      if (!task.whole) queue.add(installationId, lateAt);
      return;
    }
    const writtenUntil = run.writtenUntil;
    const count = await catchUp(database, run, { now: Date.now(), maxMs: MAX_IN_QUEUE_MS });
    const earlier = notBelow(cutBefore(run) ?? Infinity);
    // Ingest wrote one of these facts again after a piece, from its outdated state. Happens when its state was not yet
    // loaded at the beginning, so that its open facts were unknown.
    const isRewritten = [...written].some((key) => meanwhile.has(key));
    if (count === null || run.writtenUntil !== writtenUntil || earlier < lateAt || isRewritten) {
      overtaken = true;
      if (!task.whole) queue.add(installationId, Math.min(lateAt, earlier));
      return;
    }
    // The reports before the floor are not stored any more, so their facts stay.
    if (earlier !== Infinity) run.state.cut = undefined;
    const stillLateAt = earliestUnread(queue.waiting(installationId), reached);
    // The queue entry is dropped before the write, so that an entry added during the write stays in the queue.
    if (stillLateAt === null) queue.drop(installationId);
    const fault = await faultAt(database, installation, { task, begun, floor });
    if (await isAllGone(database, run)) {
      await leaveAlone(core, installation, { task, stillLateAt, fault });
      return;
    }
    const silent = (await readSilence(database, [installationId])).get(installationId) ?? new Set<string>();
    const made = writesOf(run, silent, organisation.severities, Date.now());
    const facts = await aboveFloor(made.facts, run);
    const writes = { ...made, facts };
    const changed = await replaceFacts(database, {
      writes,
      since: replacedSince(run, lateAt),
      also: run.writtenUntil === null ? [] : [...meanwhile],
      fault,
      lateAt: run.cutAt ?? lateAt,
      stillLateAt,
      whole: fromTheBeginning,
      cutAt: run.cutAt,
      floor: run.floor,
      notifiedBefore: quietBefore,
      request: task.whole ? (task.request ?? null) : null,
    });
    if (fromTheBeginning) older.done(installationId);
    else if (task.whole) older.done(installationId, task.lateAt);
    else older.settled(installationId);
    const lastSeenAt = states.get(installationId)?.receivedAt ?? Date.now();
    const tracked = track(installation, organisation, clearedByHand, writes.state ?? run.state, silent);
    tracked.receivedAt = lastSeenAt;
    states.set(installationId, tracked);
    // Geofences may have changed since the newest report.
    follow(tracked, installation, contexts.current(installation.organisationId));
    settle(tracked, Date.now());
    announce(core, [writes], changed);
    const { vehicleId, organisationId } = installation;
    core.bus.publish('facts-recomputed', { vehicleId, organisationId });
  });
  return { fromTheBeginning, reports, overtaken };
}

/** Why facts before the floor were not recomputed, if that is worth knowing. */
async function faultAt(
  db: Queryable,
  { deviceId }: Installation,
  { task, begun, floor }: { task: RecomputeTask; begun: number; floor: Floor | null },
): Promise<FactsFault | null> {
  if (floor === null) return null;
  if (floor.narrowed) return faultOf(task, begun, floor.at);
  const damage = await readDamageBefore(db, deviceId, floor.since);
  return damage && faultOf({ ...task, failed: { times: 1, cause: damage.message } }, begun, floor.at);
}

/** True when everything was deleted from which facts could be computed: facts and state stay exactly as stored. */
async function isAllGone(db: Queryable, { installation, floor, state, writtenUntil }: Recomputation): Promise<boolean> {
  if (floor === null || writtenUntil !== null || (state.time ?? -Infinity) >= Math.max(floor.since, floor.at))
    return false;
  const stored = (await readStates(db, [installation.id])).get(installation.id);
  // A state of an older version cannot be advanced, and the end of an installation ends its facts.
  return stored !== undefined && stored.ended === (installation.to !== null);
}

/** Records that the facts of an installation are those of the present version, although none can be computed. */
async function leaveAlone(
  { database, older, states }: TrackingCore,
  installation: Installation,
  { task, stillLateAt, fault }: { task: RecomputeTask; stillLateAt: number | null; fault: FactsFault | null },
): Promise<void> {
  await replaceFacts(database, {
    writes: { installation, facts: [], state: null, checkpoints: [], late: [], severities: new Map() },
    since: Infinity,
    fault,
    lateAt: Infinity,
    stillLateAt,
    whole: true,
    cutAt: null,
    floor: null,
    notifiedBefore: null,
    request: task.whole ? (task.request ?? null) : null,
  });
  older.done(installation.id);
  // Loaded again with the next report.
  if (states.get(installation.id)?.behind === true) states.delete(installation.id);
}

/** The fault as the vehicle displays it. */
export const faultOf = ({ failed }: RecomputeTask, at: number, since: number | null): FactsFault => ({
  cause: failed?.cause ?? '',
  at: new Date(at).toISOString(),
  since: since === null ? null : new Date(since).toISOString(),
});

/** The earliest late report that arrived meanwhile and was not read; null when all were read. */
function earliestUnread(waiting: number | undefined, reached: Recomputation['since']): number | null {
  return waiting !== undefined && Number.isFinite(waiting) && reached !== null && waiting <= reached ? waiting : null;
}

import { unconfirmedCut } from '@milepost/tracking/cut-wire';
import type { Position } from '@milepost/tracking/position';
import { type AnyReport, timeOf } from '@milepost/tracking/report';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import { reasonOf } from '../fault.ts';
import { NO_ROAD_LIMITS, type RoadLimits } from '../places/road-limits.ts';
import type { Database } from '../store/database.ts';
import type { FactsWritten, FactWrites, InstallationWrites } from '../store/facts/fact-writes.ts';
import type { Installation } from '../store/fleet/installations.ts';
import { listOlderFacts } from '../store/facts/older-facts.ts';
import { listUnsettled, markLate, readLateMarks } from '../store/facts/tracking-states.ts';
import { createContexts, isForVehicle } from './contexts.ts';
import { type InstalledAt, loadDirectory } from './directory.ts';
import { startDue } from './due.ts';
import type { FactsMetrics } from './facts-metrics.ts';
import { followNews } from './fleet-news.ts';
import { createLateQueue, type LateQueue } from './late-queue.ts';
import { startLateWorker } from './late-worker.ts';
import { roundRobin, noteRoadLimits } from './note-road-limits.ts';
import { createOlderQueue } from './older-queue.ts';
import { MAX_FACTS } from './recompute.ts';
import { startRuns } from './runs.ts';
import { loadStates } from './states.ts';
import { beginIntake, endIntake, follow, type Intake, type TrackedInstallation, takeSlice } from './tracked.ts';
import {
  announce,
  deferToRecompute,
  isOwned,
  type TenureOf,
  type TrackingCore,
  type WriteQueue,
} from './tracking-core.ts';
import { whileAway } from './while-away.ts';
import { createWorkShare, type WorkShare } from './work-share.ts';
import { noteSection } from '../loop/loop-watch.ts';
import { inSlices, type Slices } from '../loop/slices.ts';

/** A report of a device as it will be read back. */
export interface Incoming {
  deviceId: number;
  report: AnyReport;
}

/** A position of a device. */
export interface DevicePosition {
  deviceId: number;
  position: Position;
}

/** Derives facts from reports as they are stored. */
export interface Tracker {
  /** The installations that reports of a time (epoch milliseconds) belong to. */
  installations: InstalledAt;
  /** Records the limits of roads for the positions of vehicles whose rules need them. Never fails. */
  noteRoads(rows: readonly DevicePosition[]): Promise<void>;
  /** Derives the facts of a batch, to be written in its transaction. Call it in the write queue. Never fails. */
  take(batch: readonly Incoming[]): Promise<FactWrites>;
  /** Called when the batch is committed. */
  written(writes: FactWrites, written: FactsWritten): void;
  /** Called when the facts of a batch could not be written; its reports are stored, or will be. */
  notWritten(writes: FactWrites): Promise<void>;
  /** Called in the write queue when this process got devices of others. */
  takeOver(isTaken: (deviceId: number) => boolean): Promise<void>;
  /**
   * Called in the write queue when other processes get devices, which have no tenure here any more: writes what is pending
   * and forgets them.
   */
  handOver(isTheirs: (deviceId: number) => boolean): Promise<void>;
  /** Resolves when everything that people changed up to now is applied. */
  caughtUp(): Promise<void>;
  /** Writes what is pending, in the last step of the write queue. */
  close(): Promise<void>;
}

interface TrackerOptions {
  database: Database;
  bus: Bus;
  logger: Logger;
  metrics: FactsMetrics;
  writeQueue: WriteQueue;
  queue?: LateQueue;
  /** Omitted when no speed limits are available. */
  limits?: RoadLimits;
  /**
   * The shares of organisations in the time of a batch; the one of `work-share.ts` when omitted, in slices of some
   * milliseconds.
   */
  shares?: WorkShare;
  sliceMs?: number;
  /** The number of facts of a recomputation that are written together. */
  maxFacts?: number;
  /** The devices of this process, where others have some; by default it has all. */
  tenureOf?: TenureOf;
}

/** The maximum of facts of one batch, which is one statement: all reports in it wait for the whole. */
const MAX_OF_BATCH = 10_000;
const WARM_UP = 100;
/** Milliseconds that a batch waits for geofences and rules that are not loaded yet. */
const CONTEXT_WAIT_MS = 500;

export async function createTracker(options: TrackerOptions): Promise<Tracker> {
  const { database, bus, logger, metrics, writeQueue, queue = createLateQueue(), limits = NO_ROAD_LIMITS } = options;
  const { shares = createWorkShare(), sliceMs, maxFacts = MAX_FACTS, tenureOf = () => 0 } = options;
  const older = createOlderQueue();
  const core: TrackingCore = {
    database,
    bus,
    logger,
    metrics,
    writeQueue,
    directory: await loadDirectory(database),
    contexts: createContexts(database),
    states: new Map(),
    queue,
    older,
    shares,
    maxFacts,
    tenureOf,
    isShared: options.tenureOf !== undefined,
    parts: new Set(),
    recomputed: new Map(),
  };
  const { directory, contexts, states } = core;
  /** Queues what has to be recomputed of the devices of this process. */
  const queueMarked = async (isTaken: (deviceId: number) => boolean) => {
    const isOurs = ({ installationId }: { installationId: number }) => {
      const installation = directory.byId(installationId);
      return installation === undefined ? !core.isShared : isTaken(installation.deviceId);
    };
    for (const { installationId, lateAt } of (await readLateMarks(database)).filter(isOurs))
      queue.add(installationId, lateAt);
    for (const installationId of await listUnsettled(database)) {
      if (isOurs({ installationId })) queue.add(installationId, Infinity);
    }
    for (const { installationId, readable, byUpgrade } of (await listOlderFacts(database)).filter(isOurs)) {
      older.add(installationId, readable, byUpgrade);
      if (!readable) queue.add(installationId, Infinity);
    }
  };
  await queueMarked((deviceId) => tenureOf(deviceId) !== undefined);
  let closed = false;
  const isClosed = () => closed;

  const load = async (installations: readonly Installation[]) => {
    // Those of another process are loaded there.
    const unknown = installations.filter(({ id }) => !states.has(id) && isOwned(core, id));
    if (unknown.length === 0) return;
    // Installations that wait for a complete recomputation are not loaded here.
    const wanted = unknown.filter(({ id }) => queue.waiting(id) !== Infinity);
    await contexts.load(
      wanted.map(({ organisationId }) => organisationId),
      CONTEXT_WAIT_MS,
    );
    // Reports of the other installations are left to a recomputation, which can wait for the context.
    const missing = wanted.filter(({ organisationId }) => contexts.has(organisationId));
    const away = { database, logger, closed: isClosed };
    for (const tracked of await whileAway(away, () => loadStates(missing, core))) {
      const { installation, behind } = tracked;
      // Another batch has loaded and advanced it meanwhile.
      if (states.has(installation.id)) continue;
      states.set(installation.id, tracked);
      if (behind) queue.add(installation.id, Infinity);
      queueCut(tracked);
    }
    metrics.states(states.size);
  };

  /** Queues a recomputation of the facts since the wire was cut; the state remembers the cut until then. */
  const queueCut = ({ state, installation }: TrackedInstallation) => {
    const cut = unconfirmedCut(state);
    if (cut) queue.add(installation.id, cut.from);
  };

  /** A promise only where the reports take more than a slice, since a batch has hundreds of installations. */
  const takeOne = (
    installation: Installation,
    reports: readonly AnyReport[],
    now: number,
    slices: Slices,
  ): InstallationWrites | null | Promise<InstallationWrites | null> => {
    const tracked = states.get(installation.id);
    // The installation has no state: the state could not be read, or is about to be recomputed.
    if (!tracked) return left(installation, reports);
    try {
      follow(tracked, installation, contexts.current(installation.organisationId));
      const intake = beginIntake(tracked, reports, now);
      const wasCut = unconfirmedCut(tracked.state) !== null;
      if (!takeCounted(tracked, intake, slices)) return takeOn(tracked, reports, intake, wasCut, now, slices);
      return endOf(tracked, intake, wasCut, now);
    } catch (error) {
      return failed(installation, reports, error);
    }
  };

  /** Processes the reports that the first slice did not reach. */
  const takeOn = async (
    tracked: TrackedInstallation,
    reports: readonly AnyReport[],
    intake: Intake,
    wasCut: boolean,
    now: number,
    slices: Slices,
  ) => {
    try {
      await takeRest(tracked, intake, slices);
      return endOf(tracked, intake, wasCut, now);
    } catch (error) {
      return failed(tracked.installation, reports, error);
    }
  };

  const endOf = (tracked: TrackedInstallation, intake: Intake, wasCut: boolean, now: number) => {
    if (!wasCut) queueCut(tracked);
    return endIntake(tracked, intake, now);
  };

  const failed = (installation: Installation, reports: readonly AnyReport[], error: unknown) => {
    logger.error({ err: error, installationId: installation.id }, 'Tracking failed; the reports are stored');
    deferToRecompute(core, { installation, late: [] });
    return left(installation, reports);
  };

  /** Takes in a slice and charges it to the share of the organisation. */
  const takeCounted = (tracked: TrackedInstallation, intake: Intake, slices: Slices): boolean => {
    const [before, made, began] = [intake.taken, intake.writes.facts.length, performance.now()];
    const wasCrowded = crowdedOf(tracked.state);
    const isWhole = takeSlice(tracked, intake, slices.isOver);
    const { organisationId } = tracked.installation;
    const ms = performance.now() - began;
    noteSection('track', organisationId, ms);
    shares.spend(organisationId, intake.taken - before, ms, intake.writes.facts.length - made);
    noteCrowded(tracked, wasCrowded);
    return isWhole;
  };

  /** Counts the reports at which a vehicle exceeded the limit of facts, and logs the vehicle once a day. */
  const noteCrowded = ({ installation, state }: TrackedInstallation, before: number) => {
    const crowded = crowdedOf(state);
    if (crowded === before || crowded === 0) return;
    metrics.crowded(Math.max(1, crowded - before));
    if (before > 0) return;
    const { id: installationId, vehicleId, organisationId } = installation;
    logger.warn(
      { installationId, vehicleId, organisationId },
      'A vehicle enters more geofences, or raises more alarms, than are published',
    );
  };

  /** Continues as long as the organisation has a share left, because all others wait in the same batch. */
  const takeRest = async (tracked: TrackedInstallation, intake: Intake, slices: Slices) => {
    const { id, organisationId } = tracked.installation;
    while (shares.has(organisationId)) {
      await slices.next();
      if (takeCounted(tracked, intake, slices)) return;
    }
    queue.add(id, Infinity);
  };

  /** Defers these reports: the transaction that stores them marks the installation to be recomputed from them on. */
  const left = (installation: Installation, reports: readonly AnyReport[]): InstallationWrites => {
    queue.add(installation.id, Infinity);
    const late = reports.map((one) => ({ time: timeOf(one), hash: one.hash }));
    return { installation, facts: [], state: null, checkpoints: [], late, severities: new Map() };
  };

  /** The same, for when the other facts of the batch already fill one statement. */
  const later = (installation: Installation, reports: readonly AnyReport[]): InstallationWrites => {
    const tracked = states.get(installation.id);
    if (tracked) tracked.behind = true;
    return left(installation, reports);
  };

  /** The positions of vehicles to which a rule about roads applies, grouped by vehicle. */
  const positionsOnRoads = async (rows: readonly DevicePosition[]): Promise<Position[][]> => {
    const found = new Map<Installation, Position[]>();
    for (const { deviceId, position } of rows) {
      const installation = directory.at(deviceId, position.fixTime.getTime());
      if (!installation) continue;
      const { organisationId } = installation;
      if (!contexts.has(organisationId)) await contexts.load([organisationId], CONTEXT_WAIT_MS);
      // Rules that are still being loaded may need limits.
      const roadRules = contexts.has(organisationId) ? contexts.current(organisationId).roadRules : null;
      if (roadRules && !roadRules.some((rule) => isForVehicle(rule, installation))) continue;
      const positions = found.get(installation);
      if (positions) positions.push(position);
      else found.set(installation, [position]);
    }
    return [...found.values()];
  };

  const warmUp = async () => {
    const current = [...directory.all()].filter(({ id, to }) => to === null && !states.has(id) && isOwned(core, id));
    for (let start = 0; start < current.length; start += WARM_UP) {
      if (isClosed()) return;
      const some = current.slice(start, start + WARM_UP);
      // Loaded before the step in the write queue, for which ingest waits.
      await contexts.load(some.map(({ organisationId }) => organisationId));
      await writeQueue.between(() => load(some));
    }
  };

  const fault = (error: unknown) => {
    if (!closed) logger.error({ err: error }, 'Tracking could not run its scheduled work');
  };
  let warming = warmUp().catch(fault);
  const news = followNews(core);
  const worker = startLateWorker(core);
  const due = startDue(core);
  const runs = startRuns(core);

  return {
    installations: directory,
    noteRoads: async (rows) => {
      try {
        await noteRoadLimits(roundRobin(await positionsOnRoads(rows)), limits);
      } catch (error) {
        logger.error({ err: error }, 'Speed limits of roads could not be read; the reports are stored without them');
      }
    },
    take: async (batch) => {
      const groups = groupByInstallation(batch, (deviceId, time) => directory.allAt(deviceId, time));
      try {
        await load([...groups.keys()]);
      } catch (error) {
        logger.error({ err: error }, 'Tracking states could not be read; the reports are stored');
      }
      const now = Date.now();
      const writes: InstallationWrites[] = [];
      const slices = inSlices(null, null, sliceMs);
      let facts = 0;
      for (const [installation, reports] of groups) {
        const taken = facts < MAX_OF_BATCH ? takeOne(installation, reports, now, slices) : later(installation, reports);
        const one = taken instanceof Promise ? await taken : taken;
        if (one) writes.push(one);
        facts += one?.facts.length ?? 0;
        if (slices.isOver()) await slices.next();
      }
      return writes;
    },
    written: (writes, written) => {
      for (const { installationId, lateAt } of written.late) queue.add(installationId, lateAt);
      announce(core, writes, written);
    },
    takeOver: async (isTaken) => {
      await queueMarked(isTaken);
      news.takeOver();
      const before = warming;
      warming = before.then(warmUp).catch(fault);
    },
    handOver: async (isTheirs) => {
      const theirs = new Set([...directory.all()].filter(({ deviceId }) => isTheirs(deviceId)).map(({ id }) => id));
      for (const id of theirs) {
        queue.drop(id);
        older.done(id);
      }
      // A part of a recomputation must not follow what the next owner writes.
      await Promise.allSettled(core.parts);
      await due.flush(theirs);
      for (const id of theirs) states.delete(id);
      metrics.states(states.size);
    },
    caughtUp: news.caughtUp,
    notWritten: async (writes) => {
      for (const one of writes) {
        const first = Math.min(...one.late.map(({ time }) => time));
        if (Number.isFinite(first)) await markLate(database, one.installation.id, first).catch(fault);
        deferToRecompute(core, one);
      }
    },
    close: async () => {
      closed = true;
      await Promise.all([news.stop(), worker.stop(), runs.stop(), warming]);
      await due.stop().catch((error: unknown) => {
        logger.warn({ reason: reasonOf(error) }, 'Tracking states were not stored and will be recomputed');
      });
    },
  };
}

/** The number of reports of the newest day that exceeded the limit of facts. */
function crowdedOf({ days }: TrackedInstallation['state']): number {
  const health = days.at(-1)?.health;
  return (health?.crowdedAreas ?? 0) + (health?.crowdedAlarms ?? 0);
}

function groupByInstallation(
  batch: readonly Incoming[],
  allAt: (deviceId: number, time: number) => readonly Installation[],
): Map<Installation, AnyReport[]> {
  const groups = new Map<Installation, AnyReport[]>();
  for (const { deviceId, report } of batch) {
    for (const installation of allAt(deviceId, timeOf(report))) {
      const others = groups.get(installation);
      if (others) others.push(report);
      else groups.set(installation, [report]);
    }
  }
  return groups;
}

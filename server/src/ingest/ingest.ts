import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Opener } from '../database/pool.ts';
import type { Bus } from '../bus/bus.ts';
import type { Database, Queryable } from '../store/database.ts';
import { type DeviceState, loadDeviceStates, loadPartitionStates } from '../store/devices/device-states.ts';
import { lockAgain, partitionOf as partitionOfId, type TakenPartition } from '../store/ingest/owners.ts';
import { whileAway } from '../facts/while-away.ts';
import type { FactsMetrics } from '../facts/facts-metrics.ts';
import { createTracker } from '../facts/tracker.ts';
import type { RoadLimits } from '../places/road-limits.ts';
import type { FactWrites } from '../store/facts/fact-writes.ts';
import { listDeviceMoves, listStrayMoves, settleStrays } from '../store/moves/device-moves.ts';
import { sealDeviceState, sealState } from '../store/private-time/seal-device-state.ts';
import { type Batch, buildBatch, incomingOf, type Submission } from './batch.ts';
import { createDeviceRecords } from './device-records.ts';
import { newDeviceState } from './device-state.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import { reasonOf } from '../fault.ts';
import { writeOrRefuse } from './refusal.ts';
import { createSubmissionQueue } from './submission-queue.ts';
import { isTracing } from '../trace/trace.ts';
import { tracedBatch, tracedFrame } from './traced-batch.ts';
import { createBatchWriter } from './writer.ts';

/** Where the gateway puts what devices reported: ingest in this process, or the links to it in others. */
export interface SubmissionSink {
  /** Takes messages in the order of arrival. Never refuses: callers pause while `full()` is true. */
  submit(submission: Submission): void;
  /** True while more messages wait than memory allows; callers pause their sockets. */
  full(): boolean;
  /** Calls back whenever `full()` changes. */
  onPressure(listener: (full: boolean) => void): void;
  /** True while this device has more than its share waiting; its connections then pause. */
  crowded(deviceId: number): boolean;
  /** Resolves once the device has room again. */
  whenRoom(deviceId: number): Promise<void>;
  /** Resolves when everything submitted so far is stored; further submissions are still taken. */
  drain(): Promise<void>;
}

export interface Ingest extends SubmissionSink {
  /** The partition of a device; all records of a moved device have the same. */
  partitionOf(deviceId: number): number;
  /**
   * Where this process shares the devices with others: takes partitions between two batches, by `claim` on the connection
   * that writes, and loads what they need.
   */
  takeOver(claim: (writer: Queryable) => Promise<TakenPartition[]>): Promise<TakenPartition[]>;
  /** Stores what waits of partitions of which nothing more is submitted, forgets them, and leaves them by `free`. */
  handOver(partitions: readonly number[], free: (writer: Queryable) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface IngestOptions {
  url: string;
  database: Database;
  bus: Bus;
  logger: Logger;
  metrics: IngestMetrics;
  /** Null turns tracking off: positions are stored without facts. */
  factsMetrics: FactsMetrics | null;
  opener?: Opener | undefined;
  /**
   * The number of this process where others have devices as well: it has none before it takes partitions. Null where it has
   * all devices.
   */
  ownerId?: number | null;
  /** Omitted when no speed limits are available. */
  limits?: RoadLimits;
}

/** The longest wait for more frames to share the commit. */
const LINGER_MS = 8;
/** Time for the last writes of tracking at shutdown. */
const LAST_WORDS_MS = 10_000;

const EMPTY_BATCH: Batch = {
  submissions: [],
  positions: [],
  statuses: [],
  states: [],
  facts: [],
  days: new Set(),
  tooOld: 0,
};

export async function createIngest(options: IngestOptions): Promise<Ingest> {
  const { url, database, bus, logger, metrics, factsMetrics, limits, opener, ownerId = null } = options;
  const isShared = ownerId !== null;
  const states = new Map<number, DeviceState>();
  const records = createDeviceRecords(await listDeviceMoves(database));
  /** The epochs of the partitions of this process, where there are others. */
  const tenures = new Map<number, number>();
  const partitionOf = (deviceId: number) => partitionOfId(records.root(deviceId));
  const tenureOf = (deviceId: number) => (isShared ? tenures.get(partitionOf(deviceId)) : 0);
  const settleOwnStrays = async () => {
    for (const move of await listStrayMoves(database)) {
      if (tenureOf(move.to) !== undefined) await settleStrays(database, move);
    }
  };
  if (!isShared) {
    for (const state of await loadDeviceStates(database)) states.set(state.deviceId, state);
    await settleOwnStrays();
  }
  const onConnected = async (client: Queryable) => {
    if (ownerId !== null && tenures.size > 0 && !(await lockAgain(client, ownerId, [...tenures.keys()])))
      throw new Error('A former connection of this process still has its locks, or others have its devices');
  };
  const writer = createBatchWriter({ url, database, logger, bus, opener, ...(isShared && { onConnected }) });

  const queue = createSubmissionQueue();
  metrics.watch(queue.waiting);
  let closed = false;
  let wake: (() => void) | null = null;
  let idle: (() => void)[] = [];
  let queued: (() => Promise<void>)[] = [];
  const between = <Result>(work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      queued.push(() => work().then(resolve, reject));
      wake?.();
    });
  const tracker =
    factsMetrics &&
    (await createTracker({
      database,
      bus,
      logger,
      metrics: factsMetrics,
      limits,
      ...(isShared && { tenureOf }),
      writeQueue: { between, write: (facts) => writer.write({ ...EMPTY_BATCH, facts }) },
    }));

  const stateOf = (deviceId: number): DeviceState => {
    let state = states.get(deviceId);
    if (!state) states.set(deviceId, (state = newDeviceState(deviceId)));
    return state;
  };

  const settle = (batch: Batch, stored: number) => {
    metrics.stored(stored, batch.positions.length - stored, batch.submissions);
    metrics.tooOld(batch.tooOld);
    queue.done(batch.submissions);
    for (const { deviceId, onStored } of batch.submissions) {
      try {
        onStored();
      } catch (error) {
        // A failed acknowledgement to one device must not affect the others.
        logger.warn({ reason: reasonOf(error), deviceId }, 'A report could not be acknowledged to its device');
      }
    }
    bus.publish('stored', { states: batch.states });
  };

  const build = async (submissions: readonly Submission[]): Promise<Batch> => {
    const batch = buildBatch(submissions, stateOf, tracker?.installations, records);
    if (tracker) {
      await tracker.noteRoads(batch.positions);
      batch.facts = await tracker.take(incomingOf(batch));
    }
    return batch;
  };

  const refusal = {
    writer,
    database,
    logger,
    metrics,
    forget: (deviceId: number) => states.delete(deviceId),
    notTracked: async (facts: FactWrites) => tracker?.notWritten(facts),
  };
  const write = async (batch: Batch): Promise<void> => {
    const written = await tracedBatch(batch, () => writeOrRefuse(batch, refusal));
    settle(batch, written.stored);
    if (batch.facts.length > 0) tracker?.written(batch.facts, written);
  };

  /** After an internal error only the submission that causes it is dropped, without an acknowledgement. */
  const oneByOne = async (submissions: readonly Submission[], error: unknown): Promise<void> => {
    if (closed) throw error;
    const [first] = submissions;
    if (submissions.length === 1 && first) {
      logger.error({ err: error, deviceId: first.deviceId }, 'A report could not be stored and was dropped');
      first.span?.fail(reasonOf(error));
      first.span?.end();
      queue.done(submissions);
      first.onDropped?.();
      return;
    }
    for (const one of submissions) {
      try {
        await write(await build([one]));
      } catch (fault) {
        await oneByOne([one], fault);
      }
    }
  };

  /** The batch being written. The next one is built meanwhile, so that the database never waits. */
  let writing: Promise<void> = Promise.resolve();
  const store = async (submissions: readonly Submission[]): Promise<void> => {
    try {
      const batch = await build(submissions);
      await writing;
      writing = write(batch).catch((error: unknown) => oneByOne(submissions, error));
    } catch (error) {
      await writing;
      await oneByOne(submissions, error);
    }
  };

  const over = () => closed && queue.isEmpty() && queued.length === 0;
  const runQueued = async () => {
    const due = queued;
    queued = [];
    for (const work of due) await work();
  };
  const run = async () => {
    while (!over()) {
      // A batch that is not full keeps growing while the previous one is written.
      if (queue.isShort() || queued.length > 0) await writing;
      if (queued.length > 0) await runQueued();
      else if (!queue.isEmpty()) await store(queue.take());
      else {
        for (const resolve of idle.splice(0)) resolve();
        if (over()) break;
        await new Promise<void>((resolve) => (wake = resolve));
        wake = null;
        if (queue.isShort() && !closed) await delay(LINGER_MS);
      }
    }
    await writing;
    for (const resolve of idle.splice(0)) resolve();
  };
  // Submissions from before the move must find the new records too, so stored reports are reassigned between two
  // batches.
  const stopMoved = bus.subscribe('devices-moved', ({ devices }) => {
    records.add(devices);
    void between(async () => {
      const marks = [];
      for (const move of devices) {
        if (tenureOf(move.to) !== undefined) marks.push((await settleStrays(database, move)) ?? []);
      }
      if (marks.flat().length > 0) bus.publish('past-changed', { marks: marks.flat() });
    }).catch((error: unknown) =>
      logger.warn(
        { reason: reasonOf(error) },
        'Reports of moved devices could not be reassigned; the next start will try again',
      ),
    );
  });
  // The state in memory would be the last public place of the next report, and the batch being written may have stored
  // it again.
  const stopSealed = bus.subscribe('places-sealed', ({ devices: all }) => {
    void between(async () => {
      const devices = all.filter(({ deviceId }) => tenureOf(deviceId) !== undefined);
      const sealed = devices.flatMap((one) => {
        const state = states.get(one.deviceId);
        return state && sealState(state, one) ? [state] : [];
      });
      for (const one of devices) await sealDeviceState(database, one);
      if (sealed.length > 0) bus.publish('stored', { states: sealed });
    }).catch((error: unknown) =>
      logger.warn(
        { reason: reasonOf(error) },
        'The newest place of a device in private time could not be hidden again',
      ),
    );
  });
  const stopLost = bus.subscribe('events-lost', () => {
    listDeviceMoves(database)
      .then((moves) => records.add(moves.toSorted((a, b) => a.to - b.to)))
      .catch((error: unknown) => logger.warn({ reason: reasonOf(error) }, 'Moves of devices could not be read'));
  });
  /** Repeats work while the database is away: what was begun has to be finished. */
  const untilDone = <Result>(work: () => Promise<Result>) =>
    whileAway({ database, logger, closed: () => closed }, work);
  const load = async (taken: readonly TakenPartition[]) => {
    const partitions = new Set(taken.map(({ partition }) => partition));
    const isTaken = (deviceId: number) => partitions.has(partitionOf(deviceId));
    const loaded = await loadPartitionStates(database, [...partitions], records.moved().filter(isTaken));
    for (const state of loaded) if (isTaken(state.deviceId)) states.set(state.deviceId, state);
    await settleOwnStrays();
    await tracker?.takeOver(isTaken);
  };
  const running = run();
  // Nothing would be stored any more, so the process must end and be restarted.
  running.catch((error: unknown) => {
    logger.fatal({ error }, 'Ingest failed and stopped');
    queueMicrotask(() => {
      throw error;
    });
  });

  return {
    submit: (submission) => {
      queue.add(isTracing() ? tracedFrame(submission) : submission);
      wake?.();
    },
    full: queue.full,
    onPressure: queue.onPressure,
    crowded: queue.crowded,
    whenRoom: queue.whenRoom,
    partitionOf,
    takeOver: (claim) =>
      between(async () => {
        const taken = await writer.onConnection(claim);
        for (const { partition, epoch } of taken) tenures.set(partition, epoch);
        if (taken.length > 0) await untilDone(() => load(taken));
        return taken;
      }),
    handOver: async (partitions, free) => {
      const isTheirs = (deviceId: number) => partitions.includes(partitionOf(deviceId));
      await tracker?.caughtUp();
      while (queue.holdsAny(isTheirs)) await delay(LINGER_MS);
      await between(async () => {
        for (const partition of partitions) tenures.delete(partition);
        await tracker?.handOver(isTheirs);
        for (const deviceId of states.keys()) if (isTheirs(deviceId)) states.delete(deviceId);
        await untilDone(() => writer.onConnection(free));
      });
    },
    drain: () => {
      if (queue.waiting().messages === 0) return Promise.resolve();
      return new Promise((resolve) => idle.push(resolve));
    },
    close: async () => {
      stopMoved();
      stopSealed();
      stopLost();
      // While the write queue still runs, but without waiting for an unavailable database.
      const last = delay(LAST_WORDS_MS, false, { ref: false });
      const trackerClosed = await Promise.race([tracker?.close().then(() => true) ?? true, last]);
      closed = true;
      if (!trackerClosed) await writer.close();
      wake?.();
      await running;
      await writer.close();
    },
  };
}

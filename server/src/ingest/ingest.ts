import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../store/database.ts';
import { type DeviceState, loadDeviceStates } from '../store/devices/device-states.ts';
import type { FactsMetrics } from '../facts/facts-metrics.ts';
import { createTracker } from '../facts/tracker.ts';
import type { FactWrites } from '../store/facts/fact-writes.ts';
import { type Batch, buildBatch, incomingOf, type Submission } from './batch.ts';
import { followerOf } from './follower.ts';
import { newDeviceState } from './device-state.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import { reasonOf } from '../fault.ts';
import { writeOrRefuse } from './refusal.ts';
import { createSubmissionQueue } from './submission-queue.ts';
import { createBatchWriter } from './writer.ts';

export interface Ingest {
  /** Takes messages in the order they arrived. Never refuses: callers stop when `full()` says so. */
  submit(submission: Submission): void;
  /** Calls back after the next commit, as if a report that is taken now were in it. */
  follow(onStored: () => void): void;
  /** True while more messages wait than memory should hold; callers pause their sockets. */
  full(): boolean;
  /** Calls back whenever `full()` changes. */
  onPressure(listener: (full: boolean) => void): void;
  /** True while more of this device waits than its share; its own connections wait then. */
  crowded(deviceId: number): boolean;
  /** Resolves once it is not. */
  whenRoom(deviceId: number): Promise<void>;
  /** Resolves when everything submitted so far is stored; further submissions are still taken. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

interface IngestOptions {
  url: string;
  database: Database;
  bus: Bus;
  logger: Logger;
  metrics: IngestMetrics;
  /** Of tracking; null stores positions without what follows from them. */
  factsMetrics: FactsMetrics | null;
}

/** Waiting a little lets frames that arrive together share a commit; nobody waits longer than this for company. */
const LINGER_MS = 8;
/** What tracking has to write in the end may take this long. */
const LAST_WORDS_MS = 10_000;

const NOTHING: Batch = { submissions: [], positions: [], statuses: [], states: [], facts: [], days: new Set() };

export async function createIngest(options: IngestOptions): Promise<Ingest> {
  const { url, database, bus, logger, metrics, factsMetrics } = options;
  const states = new Map<number, DeviceState>();
  for (const state of await loadDeviceStates(database)) states.set(state.deviceId, state);
  const writer = createBatchWriter({ url, database, logger, bus });

  const queue = createSubmissionQueue();
  metrics.watch(queue.waiting);
  let closed = false;
  let wake: (() => void) | null = null;
  let idle: (() => void)[] = [];
  let turns: (() => Promise<void>)[] = [];
  const between = <Result>(work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      turns.push(() => work().then(resolve, reject));
      wake?.();
    });
  const tracker =
    factsMetrics &&
    (await createTracker({
      database,
      bus,
      logger,
      metrics: factsMetrics,
      turns: { between, write: (facts) => writer.write({ ...NOTHING, facts }) },
    }));

  const stateOf = (deviceId: number): DeviceState => {
    let state = states.get(deviceId);
    if (!state) states.set(deviceId, (state = newDeviceState(deviceId)));
    return state;
  };

  const settle = (batch: Batch, stored: number) => {
    metrics.stored(stored, batch.positions.length - stored, batch.submissions);
    queue.done(batch.submissions);
    for (const { deviceId, onStored } of batch.submissions) {
      try {
        onStored();
      } catch (error) {
        // What cannot be told to one device (an address that takes no answer, say) is nothing to the others.
        logger.warn({ reason: reasonOf(error), deviceId }, 'A device could not be told that its report is stored');
      }
    }
    bus.publish('stored', { states: batch.states });
  };

  const build = async (submissions: readonly Submission[]): Promise<Batch> => {
    const batch = buildBatch(submissions, stateOf, tracker?.installationAt);
    if (tracker) batch.facts = await tracker.take(incomingOf(batch));
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
    const written = await writeOrRefuse(batch, refusal);
    settle(batch, written.stored);
    if (batch.facts.length > 0) tracker?.written(batch.facts, written);
  };

  /** What a fault of ours keeps from being stored is dropped alone, not acknowledged, and ends nothing. */
  const oneByOne = async (submissions: readonly Submission[], error: unknown): Promise<void> => {
    if (closed) throw error;
    const [first] = submissions;
    if (submissions.length === 1 && first) {
      logger.error({ err: error, deviceId: first.deviceId }, 'A report could not be stored and was dropped');
      queue.done(submissions);
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

  /** The batch that is being written: meanwhile the next is built, and the database never waits for us. */
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

  const over = () => closed && queue.isEmpty() && turns.length === 0;
  const takeTurns = async () => {
    const due = turns;
    turns = [];
    for (const work of due) await work();
  };
  const run = async () => {
    while (!over()) {
      // A batch that is not full yet grows while the one before is written.
      if (queue.isShort() || turns.length > 0) await writing;
      if (turns.length > 0) await takeTurns();
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
  const running = run();
  // Nothing would be stored from here on: the process has to end and be started again.
  running.catch((error: unknown) => {
    logger.fatal({ error }, 'Ingest ended');
    queueMicrotask(() => {
      throw error;
    });
  });

  return {
    submit: (submission) => {
      queue.add(submission);
      wake?.();
    },
    follow: (onStored) => {
      queue.add(followerOf(onStored, Date.now()));
      wake?.();
    },
    full: queue.full,
    onPressure: queue.onPressure,
    crowded: queue.crowded,
    whenRoom: queue.whenRoom,
    drain: () => {
      if (queue.waiting().messages === 0) return Promise.resolve();
      return new Promise((resolve) => idle.push(resolve));
    },
    close: async () => {
      // While turns are still taken; but nobody waits for a database that is away.
      const last = delay(LAST_WORDS_MS, false, { ref: false });
      const told = await Promise.race([tracker?.close().then(() => true) ?? true, last]);
      closed = true;
      if (!told) await writer.close();
      wake?.();
      await running;
      await writer.close();
    },
  };
}

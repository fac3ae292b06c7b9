import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { contextFor, createContexts } from '../facts/contexts.ts';
import { createFactsMetrics } from '../facts/facts-metrics.ts';
import { createLateQueue } from '../facts/late-queue.ts';
import { createTracker } from '../facts/tracker.ts';
import { buildBatch, incomingOf, type Submission } from '../ingest/batch.ts';
import { newDeviceState } from '../ingest/device-tracker.ts';
import { createBatchWriter } from '../ingest/writer.ts';
import { onlyRow } from '../store/rows.ts';
import { type Installation, listInstallations } from '../store/facts/installations.ts';
import { readClearedByHand } from '../store/facts/tracking-states.ts';
import type { TestDatabase } from './test-database.ts';

export type TrackingHarness = Awaited<ReturnType<typeof trackingHarness>>;

const never = () => new Promise<never>(() => {});

/** Ingest with tracking over a test database, in the smallest form that can be killed as with `kill -9`. */
export async function trackingHarness({ database, url }: TestDatabase) {
  const logger = pino({ level: 'silent' });
  const bus = createMemoryBus(logger);
  const writer = createBatchWriter({ url, database, logger });
  // Whatever is late waits long enough already.
  const queue = createLateQueue(() => Date.now() - 60_000);
  let dead = false;
  let last: Promise<unknown> = Promise.resolve();
  const between = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(() => (dead ? never() : work()));
    last = result.catch(() => {});
    return result;
  };
  const tracker = await createTracker({
    database,
    bus,
    logger,
    metrics: createFactsMetrics(new Registry()),
    turns: { between, write: (facts) => writer.write({ ...buildBatch([], newDeviceState), facts }) },
    queue,
  });
  return {
    bus,
    /** Stores a batch with what follows from it. */
    store: (submissions: readonly Omit<Submission, 'onStored'>[]) =>
      between(async () => {
        const batch = buildBatch(
          submissions.map((one) => ({ ...one, onStored: () => {} })),
          newDeviceState,
        );
        const facts = await tracker.take(incomingOf(batch));
        const written = await writer.write({ ...batch, facts });
        tracker.written(facts, written);
        return written;
      }),
    /** Whether nothing waits to be made again. */
    settled: async () => {
      const { rows } = await database.query<{ late: number }>('SELECT count(*)::int AS late FROM late_marks');
      return onlyRow({ rows }).late === 0 && queue.size() === 0;
    },
    /** Nothing more is written, whatever was under way in memory is gone. */
    kill: async () => {
      await between(() => {
        dead = true;
        return Promise.resolve();
      });
      // Stops its timers; it never comes to write what it would.
      void tracker.close();
      await writer.close();
    },
    close: async () => {
      await tracker.close();
      await writer.close();
    },
  };
}

/** The installation of a vehicle, with the context of its facts. */
export async function installedIn({ database }: TestDatabase, vehicleId: number) {
  const all = await listInstallations(database, null);
  const installations = all.filter((one) => one.vehicleId === vehicleId);
  const contexts = createContexts(database);
  const contextOf = async (installation: Installation) => {
    await contexts.load([installation.organisationId]);
    const cleared = await readClearedByHand(database, [installation.id]);
    return contextFor(contexts.current(installation.organisationId), installation, cleared.get(installation.id) ?? []);
  };
  return { installations, contextOf };
}

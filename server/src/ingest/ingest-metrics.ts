import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Submission } from './batch.ts';
import type { Load } from './submission-queue.ts';

export interface IngestMetrics {
  stored(fresh: number, repeated: number, submissions: readonly Submission[]): void;
  /** Exports the load waiting to be stored. */
  watch(waiting: () => Load): void;
  refused(): void;
  /** Counts messages that arrived too late for the record of their time, because their device has moved. */
  tooOld(count: number): void;
}

/** The label of reports that the server makes itself. */
const OWN = 'none';

export function createIngestMetrics(registry: Registry): IngestMetrics {
  const registers = [registry];
  const positions = new Counter({
    name: 'milepost_positions_stored_total',
    help: 'Positions committed, by whether they were new or repeated.',
    labelNames: ['kind'],
    registers,
  });
  const latency = new Histogram({
    name: 'milepost_ingest_seconds',
    help: 'Time from the receipt of a frame to the commit that stores it, by protocol: of the oldest frame in each batch.',
    labelNames: ['protocol'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const refusals = new Counter({
    name: 'milepost_reports_refused_total',
    help: 'Reports that the database refused.',
    registers,
  });
  const tooOld = new Counter({
    name: 'milepost_reports_before_move_total',
    help: 'Reports from before the move of their device to another organisation that arrived more than 30 days after it.',
    registers,
  });
  return {
    stored: (fresh, repeated, submissions) => {
      positions.inc({ kind: 'new' }, fresh);
      positions.inc({ kind: 'repeated' }, repeated);
      // One sample per batch and protocol, taken from its oldest frame: it shows the worst case, and costs little.
      const oldest = new Map<string, number>();
      for (const { protocol = OWN, receivedAt } of submissions) {
        if (!oldest.has(protocol)) oldest.set(protocol, receivedAt);
      }
      const now = Date.now();
      for (const [protocol, receivedAt] of oldest) latency.observe({ protocol }, (now - receivedAt) / 1000);
    },
    watch: (waiting) => {
      // Collected when somebody reads the metrics: updating it with each frame would cost a microsecond.
      const messages: Gauge = new Gauge({
        name: 'milepost_ingest_waiting',
        help: 'Messages that wait to be stored.',
        registers,
        collect: () => messages.set(waiting().messages),
      });
      const bytes: Gauge = new Gauge({
        name: 'milepost_ingest_waiting_bytes',
        help: 'Approximate memory of the messages that wait to be stored.',
        registers,
        collect: () => bytes.set(waiting().bytes),
      });
    },
    refused: () => refusals.inc(),
    tooOld: (count) => tooOld.inc(count),
  };
}

import type { Registry } from 'prom-client';

export interface IngestRates {
  /** New positions a minute over the last five minutes; null during the first minute. */
  positionsPerMinute: number | null;
  /** Seconds from receipt to commit for 95 of 100 batches of the last five minutes; null without a batch. */
  commitS: number | null;
  /** Messages that are received and not stored yet. */
  waiting: number;
  /** Open TCP connections of devices. */
  connections: number;
}

export interface IngestWatch {
  read(): Promise<IngestRates>;
  close(): void;
}

interface Sample {
  at: number;
  positions: number;
  /** Batches by the upper limit of their bucket, cumulative as in the histogram. */
  batches: Map<number, number>;
}

const SAMPLE_EVERY_MS = 15_000;
const WINDOW_MS = 300_000;
/** A rate over a shorter time says little. */
const MIN_WINDOW_MS = 60_000;
const QUANTILE = 0.95;

/** Derives rates from the counters that Prometheus also gets. `stores`: whether this process stores positions. */
export function watchIngest(
  registry: Registry,
  now: () => number = () => performance.now(),
  stores = true,
): IngestWatch {
  const samples: Sample[] = [];
  const take = async () => {
    const sample = { at: now(), ...(await readCounters(registry)) };
    samples.push(sample);
    // The newest sample from before the window is its beginning.
    while ((samples[1]?.at ?? sample.at) <= sample.at - WINDOW_MS) samples.shift();
    return sample;
  };
  void take();
  const timer = setInterval(() => void take(), SAMPLE_EVERY_MS).unref();
  return {
    read: async () => {
      const last = await take();
      const first = samples[0] ?? last;
      const ms = last.at - first.at;
      return {
        positionsPerMinute: !stores
          ? 0
          : ms < MIN_WINDOW_MS
            ? null
            : ((last.positions - first.positions) / ms) * 60_000,
        commitS: quantileBetween(first.batches, last.batches),
        waiting:
          (await sumOf(registry, 'milepost_ingest_waiting')) + (await sumOf(registry, 'milepost_ingest_link_waiting')),
        connections: await sumOf(registry, 'milepost_device_connections'),
      };
    },
    close: () => clearInterval(timer),
  };
}

async function readCounters(registry: Registry): Promise<Omit<Sample, 'at'>> {
  const batches = new Map<number, number>();
  for (const { labels, value, metricName } of await valuesOf(registry, 'milepost_ingest_seconds')) {
    const limit = labels['le'];
    if (metricName === 'milepost_ingest_seconds_bucket' && limit !== undefined) {
      batches.set(limit === '+Inf' ? Infinity : Number(limit), value);
    }
  }
  return { positions: await sumOf(registry, 'milepost_positions_stored_total', 'new'), batches };
}

interface MetricValue {
  labels: Partial<Record<string, string | number>>;
  value: number;
  /** Of a histogram: the name of the series. */
  metricName?: string;
}

async function valuesOf(registry: Registry, name: string): Promise<MetricValue[]> {
  return (await registry.getSingleMetric(name)?.get())?.values ?? [];
}

async function sumOf(registry: Registry, name: string, kind?: string): Promise<number> {
  const values = await valuesOf(registry, name);
  return values
    .filter(({ labels }) => kind === undefined || labels['kind'] === kind)
    .reduce((sum, { value }) => sum + value, 0);
}

/** The upper limit of the bucket that contains the quantile of what was added between two samples. */
function quantileBetween(before: Map<number, number>, after: Map<number, number>): number | null {
  const added = [...after]
    .map(([limit, count]) => ({ limit, count: count - (before.get(limit) ?? 0) }))
    .toSorted((a, b) => a.limit - b.limit);
  const total = added.at(-1)?.count ?? 0;
  if (total === 0) return null;
  const found = added.find(({ count }) => count >= total * QUANTILE)?.limit ?? Infinity;
  // Beyond the last limit the value is unknown: the limit itself is the least it can be.
  return Number.isFinite(found) ? found : (added.at(-2)?.limit ?? null);
}

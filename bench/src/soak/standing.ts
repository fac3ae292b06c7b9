import { readdirSync, readFileSync } from 'node:fs';
import { readStoredBytes } from '@milepost/server/store/status/stored-bytes';
import type { Database } from '@milepost/server/store/database';

/** What a server takes up at a moment, by name: bytes or counts. */
export type Standing = Readonly<Record<string, number>>;

/** Kinds of tables that grow with what devices report. */
const GROWING: ReadonlySet<string> = new Set(['positions', 'packed-positions', 'facts', 'alarms']);

/** Reads what must not grow: memory, files, connections, queue and the tables that hold no history. */
export async function readStanding(pid: number, database: Database): Promise<Standing> {
  const memory = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  const { rows } = await database.query<{ connections: number; waiting: number }>(
    `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
            (SELECT count(*)::int FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND start_after <= now()) AS waiting`,
  );
  const { parts } = await readStoredBytes(database);
  return {
    memoryBytes: Number(memory) * 1024,
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
    connections: rows[0]?.connections ?? 0,
    waitingJobs: rows[0]?.waiting ?? 0,
    ...Object.fromEntries(
      parts.filter(({ kind }) => !GROWING.has(kind)).map(({ kind, bytes }) => [`${kind}Bytes`, bytes]),
    ),
  };
}

export interface Drift {
  name: string;
  /** Medians of the first and of the last quarter of the samples. */
  first: number;
  last: number;
  /** By how much the last is more than the first, of the first. */
  growth: number;
}

/** How each value grew from the first quarter of the samples to the last one. */
export function driftOf(samples: readonly Standing[]): Drift[] {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  return Object.keys(samples[0] ?? {}).map((name) => {
    const values = samples.map((sample) => sample[name] ?? 0);
    const [first, last] = [median(values.slice(0, quarter)), median(values.slice(-quarter))];
    return { name, first, last, growth: first === 0 ? (last === 0 ? 0 : 1) : (last - first) / first };
  });
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

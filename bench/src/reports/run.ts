import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MENU_KEYS } from '@milepost/contract/menus';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { migrate } from '@milepost/server/database/migrate';
import { createPool } from '@milepost/server/database/pool';
import { REPORT_KINDS } from '@milepost/server/reports/all-reports';
import { readReport } from '@milepost/server/reports/read-report';
import type { Caller } from '@milepost/server/store/people/callers';
import { pino } from 'pino';
import { percentile } from '../percentile.ts';
import { seedReports } from './seed.ts';

const DAY_MS = 86_400_000;
const EVERYTHING = { view: true, create: true, edit: true, delete: true };

interface Figures {
  rows: number;
  median: number;
  best: number;
}

/**
 * Milliseconds of the first page of each report as it is sorted at first, with totals and chart: the median and the best
 * of `rounds`, because other work on the machine only ever adds.
 */
export async function benchReports(options: {
  vehicles: number;
  days: number;
  rounds: number;
  only: string | undefined;
}) {
  const { vehicles, days, rounds, only } = options;
  const logger = pino({ level: 'error' }, pino.destination(2));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-reports-'));
  const server = await startEmbeddedPostgres({ dataDir, logger, settings: ['fsync=off'] });
  const database = createPool(server.url, logger);
  try {
    await migrate(server.url);
    const end = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
    await seedReports(server.url, { vehicles, days, end });
    const dayBefore = (count: number) => new Date(end.getTime() - count * DAY_MS).toISOString().slice(0, 10);
    const caller = {
      sessionId: 1,
      token: null,
      userId: 1,
      username: 'bench',
      displayName: 'Bench',
      userType: 'admin',
      roleId: 1,
      priority: 1,
      organisation: 'Bench',
      scope: { organisationId: 1, organisationIds: [1], root: true, limit: null },
      permissions: new Map(MENU_KEYS.map((menu) => [menu, EVERYTHING])),
    } satisfies Caller;
    const range = { from: dayBefore(days), to: dayBefore(1), language: 'en' as const };
    const reports: Record<string, Figures | string> = {};
    for (const kind of REPORT_KINDS) {
      if (only !== undefined && kind !== only) continue;
      const ask = () =>
        readReport({ database, placeAt: () => null }, caller, { kind, ...range, page: 1, pageSize: 50 });
      try {
        const { total } = await ask();
        const times: number[] = [];
        for (let round = 0; round < rounds; round++) {
          const start = performance.now();
          await ask();
          times.push(performance.now() - start);
        }
        const sorted = times.toSorted((a, b) => a - b);
        reports[kind] = { rows: total, median: rounded(percentile(sorted, 0.5)), best: rounded(sorted[0] ?? null) };
      } catch (error) {
        reports[kind] = error instanceof Error ? error.message : String(error);
      }
      process.stderr.write(`${kind} ${JSON.stringify(reports[kind])}\n`);
    }
    return { bench: 'reports', vehicles, days, rounds, reports };
  } finally {
    await database.end();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const rounded = (ms: number | null) => Math.round((ms ?? 0) * 10) / 10;

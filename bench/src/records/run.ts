import { ensureBasics } from '@milepost/server/auth/bootstrap';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { migrate } from '@milepost/server/database/migrate';
import { createPool } from '@milepost/server/database/pool';
import type { Database } from '@milepost/server/store/database';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { fleetLists } from './lists/fleet.ts';
import type { MeasuredList } from './lists/list.ts';
import { moneyLists } from './lists/money.ts';
import { officeLists } from './lists/office.ts';
import { photoLists } from './lists/photos.ts';
import { salesLists } from './lists/sales.ts';
import { workshopLists } from './lists/workshop.ts';
import { measure, type Times } from './measure.ts';
import { customersOf } from './seed/sales.ts';
import { seedRecords } from './seed/seed-records.ts';
import type { RecordCounts } from './seed/writer.ts';

/** The default target of each request on the server. */
const AIM_MS = 150;
const LISTS = [fleetLists, moneyLists, workshopLists, officeLists, photoLists, salesLists];

export interface RecordFigure extends Times {
  name: string;
  aimMs: number;
}

interface Options extends RecordCounts {
  rounds: number;
  /** Limits the requests to those whose name contains this text. */
  only?: string | undefined;
  /** A folder whose database is filled if it is empty, and kept afterwards. */
  keepIn?: string | undefined;
  /** Called with each figure once it is known. */
  onFigure?: (figure: RecordFigure) => void;
}

/**
 * The milliseconds of the first page and of each filter, sorting and search of all lists of records, including their
 * counts.
 */
export async function benchRecords({ rounds, only = '', keepIn, onFigure, ...counts }: Options) {
  const logger = pino({ level: 'error' }, pino.destination(2));
  const dataDir = keepIn ?? (await mkdtemp(path.join(tmpdir(), 'milepost-records-')));
  await mkdir(dataDir, { recursive: true });
  const server = await startEmbeddedPostgres({ dataDir, logger, settings: ['fsync=off'] });
  const database = createPool(server.url, logger);
  try {
    await migrate(server.url);
    await ensureBasics(database, { adminPassword: 'benchmark-only' });
    const seeding = performance.now();
    if (await isEmpty(database)) await seedRecords(server.url, counts);
    const seedS = Math.round((performance.now() - seeding) / 1000);
    const figures: RecordFigure[] = [];
    for (const { name, ask, aimMs = AIM_MS } of listsOf(database, counts)) {
      if (!name.includes(only)) continue;
      const figure = { name, aimMs, ...(await measure(ask, rounds)) };
      figures.push(figure);
      onFigure?.(figure);
    }
    return { seedS, figures, slow: figures.filter(({ p95, aimMs }) => p95 > aimMs) };
  } finally {
    await database.end();
    await server.stop();
    if (keepIn === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}

export const listsOf = (database: Database, counts: RecordCounts): MeasuredList[] =>
  LISTS.flatMap((lists) => lists(database, { customers: customersOf(counts), vehicles: counts.vehicles }));

async function isEmpty(database: Database): Promise<boolean> {
  const { rowCount } = await database.query('SELECT FROM vehicles LIMIT 1');
  return rowCount === 0;
}

import { ensureBasics } from '@milepost/server/auth/bootstrap';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { migrate } from '@milepost/server/database/migrate';
import { createPool } from '@milepost/server/database/pool';
import { listBudgets } from '@milepost/server/store/budgets/budgets';
import { listDrivers } from '@milepost/server/store/drivers/drivers';
import { readExpenseTotals } from '@milepost/server/store/expenses/expense-totals';
import { type ExpenseFilter, listExpenses } from '@milepost/server/store/expenses/expenses';
import { listVehicles } from '@milepost/server/store/fleet/vehicles';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { percentile } from './percentile.ts';
import { type RecordCounts, seedRecords } from './system/seed-records.ts';

/** The administrator of the bench's own database. */
const USER = 1;
const SCOPE = { organisationId: 1, organisationIds: [1], root: true, limit: null };
const DAY_MS = 86_400_000;
/** What each list is to stay under on the server. */
const AIM_MS = 150;

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/**
 * Milliseconds of the first page, of filters and of a search of each list of records, its count included: the median and
 * the best of `rounds`, because other work on the machine only ever adds.
 */
export async function benchRecords({ rounds, ...counts }: RecordCounts & { rounds: number }) {
  const logger = pino({ level: 'error' }, pino.destination(2));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-records-'));
  const server = await startEmbeddedPostgres({ dataDir, logger, settings: ['fsync=off'] });
  const database = createPool(server.url, logger);
  try {
    await migrate(server.url);
    await ensureBasics(database, { adminPassword: 'benchmark-only' });
    const seeding = performance.now();
    await seedRecords(server.url, counts);
    const seedS = Math.round((performance.now() - seeding) / 1000);
    const figures: Record<string, { median: number; best: number }> = {};
    const measure = async (name: string, work: () => Promise<unknown>) => {
      const times: number[] = [];
      await work();
      for (let round = 0; round < rounds; round++) {
        const start = performance.now();
        await work();
        times.push(performance.now() - start);
      }
      const sorted = times.toSorted((a, b) => a - b);
      figures[name] = { median: rounded(percentile(sorted, 0.5)), best: rounded(sorted[0] ?? null) };
    };
    const page = { search: '', direction: 'asc' as const, page: 1, pageSize: 50 };
    const expenses = (more: Partial<ExpenseFilter> & { search?: string; sort?: string }) => () =>
      listExpenses(database, SCOPE, USER, { ...page, sort: 'day', direction: 'desc', ...more });
    await measure('expenses', expenses({}));
    await measure('expenses by amount', expenses({ sort: 'amount' }));
    await measure('expenses by kind', expenses({ sort: 'kind' }));
    await measure('expenses of a kind', expenses({ kind: 'repair' }));
    await measure('expenses that wait', expenses({ state: 'submitted' }));
    await measure('expenses that are approved', expenses({ state: 'approved' }));
    await measure('expenses that count', expenses({ state: 'spent' }));
    await measure('expenses of a vehicle', expenses({ vehicleId: 77 }));
    await measure('expenses of a month', expenses({ firstDay: dayBefore(60), lastDay: dayBefore(30) }));
    await measure('expenses that are doubted', expenses({ doubt: 'place' }));
    await measure('expenses: search of a bill', expenses({ search: 'b-77123' }));
    await measure('expenses: search of a plate', expenses({ search: 'sbc 000002' }));
    await measure('expenses: search of a frequent word', expenses({ search: 'station' }));
    const totals = (by: 'kind' | 'vehicle' | 'month', days: number) => () =>
      readExpenseTotals(database, SCOPE, { by, firstDay: dayBefore(days), lastDay: dayBefore(0), most: 50 });
    await measure('totals of a month by kind', totals('kind', 30));
    await measure('totals of a month by vehicle', totals('vehicle', 30));
    await measure('totals of a year by month', totals('month', 365));
    await measure('budgets', () => listBudgets(database, SCOPE, { month: `${dayBefore(0).slice(0, 7)}-01` }));
    const vehicles = (more: { search?: string; sort?: string }) => () =>
      listVehicles(database, SCOPE, { ...page, sort: 'registration', ...more });
    await measure('vehicles', vehicles({}));
    await measure('vehicles by type', vehicles({ sort: 'type' }));
    await measure('vehicles: search of a plate', vehicles({ search: 'sbc 000002' }));
    await measure('vehicles: search of a frequent word', vehicles({ search: 'renault' }));
    const drivers = (more: { search?: string; sort?: string; licence?: 'soon' }) => () =>
      listDrivers(database, SCOPE, { ...page, sort: 'name', state: 'all', ...more });
    await measure('drivers', drivers({}));
    await measure('drivers by licence', drivers({ sort: 'licenceExpiresOn' }));
    await measure('drivers whose licence runs out', drivers({ licence: 'soon' }));
    await measure('drivers: search of a number', drivers({ search: 'D-4711' }));
    await measure('drivers: search of a frequent word', drivers({ search: 'silva' }));
    const slow = Object.entries(figures).flatMap(([name, { median }]) => (median > AIM_MS ? [name] : []));
    return { bench: 'records', ...counts, seedS, aimMs: AIM_MS, figures, slow };
  } finally {
    await database.end();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const rounded = (ms: number | null) => Math.round((ms ?? 0) * 10) / 10;

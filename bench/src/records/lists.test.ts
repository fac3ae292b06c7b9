import { ensureBasics } from '@milepost/server/auth/bootstrap';
import { listBudgets } from '@milepost/server/store/budgets/budgets';
import { listCalendar } from '@milepost/server/store/calendar/calendar';
import { listDocuments } from '@milepost/server/store/documents/documents';
import { listAssignments } from '@milepost/server/store/drivers/assignments';
import { readExpenseTotals } from '@milepost/server/store/expenses/expense-totals';
import { galleryDays, galleryPhotos, listMedia } from '@milepost/server/store/files/gallery';
import { listInstallationLog } from '@milepost/server/store/fleet/installation-log';
import { listVehicles } from '@milepost/server/store/fleet/vehicles';
import { listServiceDues } from '@milepost/server/store/maintenance/dues';
import { listServiceRecords } from '@milepost/server/store/maintenance/records';
import { listMessages } from '@milepost/server/store/messages/messages';
import { countUpTo, type PageRequest } from '@milepost/server/store/page';
import type { Scope } from '@milepost/server/store/scope';
import { type TestDatabase, testDatabase } from '@milepost/server/testing/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayBefore, PAGE, SCOPE, USER, VIEWER } from './lists/list.ts';
import { listsOf } from './run.ts';
import { seedRecords } from './seed/seed-records.ts';

const COUNTS = { vehicles: 240, drivers: 120, expenses: 900 };
let fixture: TestDatabase;
let db: TestDatabase['database'];

beforeAll(async () => {
  fixture = await testDatabase();
  db = fixture.database;
  await ensureBasics(db, { adminPassword: 'benchmark-only' });
  await seedRecords(fixture.url, COUNTS);
}, 120_000);
afterAll(() => fixture?.close());

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
const sumOf = (days: { total: number }[]) => days.reduce((all, day) => all + day.total, 0);

const ids = async (sql: string, values: unknown[] = []) =>
  (await db.query<{ id: number }>(sql, values)).rows.map(({ id }) => id).toSorted((a, b) => a - b);

test('every question of the benchmark is answered', async () => {
  for (const { name, ask } of listsOf(db, COUNTS)) await expect(ask(), name).resolves.toBeDefined();
});

const mediaSort = (sort: string) => (sort === 'name' || sort === 'sizeBytes' ? sort : 'at');
const limited: Scope = {
  ...SCOPE,
  limit: { vehicleIds: [5, 6, 7, 8, 9], groupIds: [], singleIds: [5, 6, 7, 8, 9], withinGroupIds: null, common: false },
};

const PAGED = {
  vehicles: {
    list: (scope: Scope, request: PageRequest) => listVehicles(db, scope, request),
    sorts: ['registration', 'groupName', 'driverName', 'type', 'status', 'year', 'lastHeardAt'],
  },
  documents: {
    list: (scope: Scope, request: PageRequest) => listDocuments(db, scope, request),
    sorts: ['validUntil', 'kind', 'holder', 'number', 'issuer', 'cost'],
  },
  assignments: {
    list: (scope: Scope, request: PageRequest) => listAssignments(db, scope, request),
    sorts: ['from', 'driver', 'registration'],
  },
  installations: {
    list: (scope: Scope, request: PageRequest) => listInstallationLog(db, scope, request),
    sorts: ['from', 'to', 'registration', 'identity', 'technician'],
  },
  dues: {
    list: (scope: Scope, request: PageRequest) => listServiceDues(db, scope, request),
    sorts: ['dueOn', 'registration', 'task'],
  },
  services: { list: (scope: Scope, request: PageRequest) => listServiceRecords(db, scope, request), sorts: ['day'] },
  media: {
    list: (scope: Scope, request: PageRequest) =>
      listMedia(db, { ...VIEWER, scope }, { ...request, sort: mediaSort(request.sort) }),
    sorts: ['at', 'name', 'sizeBytes'],
  },
  messages: {
    list: (_scope: Scope, request: PageRequest) => listMessages(db, USER, { ...request, box: 'inbox' }),
    sorts: ['at', 'subject'],
  },
};

const cases = Object.entries(PAGED).flatMap(([name, { list, sorts }]) =>
  sorts.flatMap((sort) => (['asc', 'desc'] as const).map((direction) => ({ name, list, sort, direction }))),
);

test.each(cases)(
  'pages of $name by $sort $direction are the whole, each row once',
  async ({ list, sort, direction }) => {
    for (const search of ['', 'o 1']) {
      const request = { search, sort, direction, page: 1, pageSize: 61 };
      const whole = await list(SCOPE, { ...request, pageSize: 5000 });
      const paged: number[] = [];
      for (let page = 1; paged.length < whole.total; page++) {
        const { rows, total } = await list(SCOPE, { ...request, page });
        expect(total).toBe(whole.total);
        expect(rows.length).toBeGreaterThan(0);
        paged.push(...rows.map(({ id }) => id));
      }
      expect(paged).toEqual(whole.rows.map(({ id }) => id));
      expect(new Set(paged).size).toBe(whole.total);
    }
  },
);

test.each(['vehicles', 'documents', 'assignments', 'installations', 'dues', 'services', 'media'] as const)(
  'a person with a limit sees no other %s, and none is counted',
  async (name) => {
    const { list, sorts } = PAGED[name];
    const { rows, total } = await list(limited, { ...PAGE, sort: sorts[0] ?? '', pageSize: 5000 });
    expect(rows.length).toBe(total);
    const vehicleIds = rows.map((row) => ('vehicleId' in row ? row.vehicleId : name === 'vehicles' ? row.id : null));
    expect(vehicleIds.filter((id) => id !== null && ![5, 6, 7, 8, 9].includes(id))).toEqual([]);
  },
);

test.each(['renault', 'SBC 0000', 'depot 1', 'ana silva', '8600000000000', 'white cold', 'lease 3', '4', 'zzyzx'])(
  'vehicles with %j are those of which some field has each word',
  async (search) => {
    const { rows } = await listVehicles(db, SCOPE, { ...PAGE, search, sort: 'registration', pageSize: 5000 });
    const expected = await ids(
      `SELECT v.id FROM vehicles v LEFT JOIN vehicle_groups g ON g.id = v.group_id
       LEFT JOIN driver_assignments a ON a.vehicle_id = v.id AND a.to_time IS NULL AND a.source = 'usual'
       LEFT JOIN drivers d ON d.id = a.driver_id AND d.deleted_at IS NULL
       LEFT JOIN installations i ON i.vehicle_id = v.id AND i.removed_at IS NULL LEFT JOIN devices e ON e.id = i.device_id
       WHERE v.organisation_id = 1 AND v.deleted_at IS NULL
         AND concat_ws(' ', v.words, g.name, d.words, e.words) ILIKE ALL($1)`,
      [search.split(' ').map((word) => `%${word}%`)],
    );
    expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(expected);
  },
);

test('the used part of a budget is the sum of the expenses of its organisation, group or vehicle and of its kind', async () => {
  const month = `${dayBefore(0).slice(0, 7)}-01`;
  const { rows } = await listBudgets(db, SCOPE, { month });
  const { rows: expected } = await db.query<{ id: number; spent: number }>(
    `SELECT b.id, coalesce((SELECT sum(e.amount) FROM expenses e LEFT JOIN vehicles of ON of.id = e.vehicle_id
       WHERE e.deleted_at IS NULL AND e.state IN ('submitted', 'approved') AND date_trunc('month', e.day) = $1::date
         AND (b.kind IS NULL OR e.kind = b.kind) AND (b.vehicle_id IS NULL OR e.vehicle_id = b.vehicle_id)
         AND (b.group_id IS NULL OR of.group_id = b.group_id)), 0)::float8 AS spent
     FROM budgets b LEFT JOIN vehicles v ON v.id = b.vehicle_id WHERE v.deleted_at IS NULL`,
    [month],
  );
  expect(rows.map(({ id, spent }) => ({ id, spent })).toSorted(byId)).toEqual(expected.toSorted(byId));
  expect(expected.some(({ spent }) => spent > 0)).toBe(true);
});

test.each(['kind', 'vehicle', 'month'] as const)('sums by %s are all that was spent', async (by) => {
  const { rows } = await readExpenseTotals(db, SCOPE, { by, firstDay: dayBefore(365), lastDay: dayBefore(0) });
  const spent = await db.query<{ amount: number; count: number }>(
    `SELECT sum(amount)::float8 AS amount, count(*)::int AS count FROM expenses
     WHERE state IN ('submitted', 'approved') AND deleted_at IS NULL AND day BETWEEN $1 AND $2`,
    [dayBefore(365), dayBefore(0)],
  );
  const sum = (of: 'amount' | 'count') => rows.reduce((all, row) => all + row[of], 0);
  expect({ amount: sum('amount'), count: sum('count') }).toEqual(spent.rows[0]);
});

test('the calendar counts every entry of a day, whatever it shows of them', async () => {
  const kinds = ['task', 'document', 'assignment'] as const;
  const whole = await listCalendar(db, SCOPE, { from: dayBefore(15), days: 42, kinds });
  const each = await Promise.all(
    kinds.map((kind) => listCalendar(db, SCOPE, { from: dayBefore(15), days: 42, kinds: [kind] })),
  );
  expect(sumOf(whole.days)).toBe(each.reduce((all, { days }) => all + sumOf(days), 0));
  expect(whole.rows.length).toBe(sumOf(whole.days));
  const times = whole.rows.map(({ day, from }) => `${day} ${from ?? ''}`);
  expect(times).toEqual(times.toSorted());
});

test('documents of a vehicle are deleted and restored with it, and follow its name', async () => {
  const of = async (search: string) =>
    (await listDocuments(db, SCOPE, { ...PAGE, search, sort: 'holder' })).rows.filter(
      ({ vehicleId }) => vehicleId === 20,
    );
  const before = await of('sbu 000020');
  expect(before.length).toBeGreaterThan(0);
  await db.query('UPDATE vehicles SET deleted_at = now() WHERE id = 20');
  expect(await of('sbu 000020')).toEqual([]);
  await db.query(`UPDATE vehicles SET deleted_at = NULL, registration = 'NEW 20' WHERE id = 20`);
  expect((await of('new20')).map(({ id, holderName }) => [id, holderName])).toEqual(
    before.map(({ id }) => [id, 'NEW 20']),
  );
});

test('photos of deleted records are neither counted nor shown; documents are found by the present name of their record', async () => {
  const counted = async () => (await galleryDays(db, VIEWER, {})).total;
  const [link] = (
    await db.query<{ record_id: number; photos: number }>(
      `SELECT record_id, count(*)::int AS photos FROM file_links l JOIN vehicles v ON v.id = l.record_id
       WHERE record_kind = 'vehicle' AND picture AND v.deleted_at IS NULL GROUP BY record_id LIMIT 1`,
    )
  ).rows;
  const before = await counted();
  expect((await galleryPhotos(db, VIEWER, {}, { offset: 0, most: 5000 })).length).toBe(before);
  await db.query('UPDATE vehicles SET deleted_at = now() WHERE id = $1', [link?.record_id]);
  expect(await counted()).toBe(before - (link?.photos ?? 0));
  expect((await galleryPhotos(db, VIEWER, {}, { offset: 0, most: 5000 })).length).toBe(await counted());

  const [paper] = await ids(
    `SELECT l.id FROM file_links l JOIN drivers d ON d.id = l.record_id AND d.deleted_at IS NULL
     WHERE l.record_kind = 'driver' AND NOT l.picture ORDER BY l.id LIMIT 1`,
  );
  await db.query(
    `UPDATE drivers SET name = 'Zoë Quixote' WHERE id = (SELECT record_id FROM file_links WHERE id = $1)`,
    [paper],
  );
  const found = await listMedia(db, VIEWER, { ...PAGE, search: 'zoe quixote', sort: 'at' });
  expect(found.rows.map(({ id }) => id)).toContain(paper);
  expect(found.total).toBe(found.rows.length);
});

test('matches are counted up to ten thousand, and always beyond the returned ones', async () => {
  const from = 'generate_series(1, 10120) n';
  expect(await countUpTo(db, { page: 1, pageSize: 50 }, from, [])).toEqual({ total: 10_001, atLeast: true });
  expect(await countUpTo(db, { page: 201, pageSize: 50 }, from, [])).toEqual({ total: 10_051, atLeast: true });
  expect(await countUpTo(db, { page: 203, pageSize: 50 }, from, [])).toEqual({ total: 10_120 });
  expect(await countUpTo(db, { page: 1, pageSize: 50 }, 'generate_series(1, 9999) n', [])).toEqual({ total: 9999 });
});

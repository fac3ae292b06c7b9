import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { inTransaction } from '../store/database.ts';
import type { HttpFixture } from '../testing/http-fixture.ts';
import { reportFixture, type ReportFixture, WEEK } from '../testing/report-fixture.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

/** Reports and exports that are impossible, and those of which something was deleted. */
let fixture: ReportFixture;
let http: HttpFixture;
beforeAll(async () => {
  fixture = await reportFixture();
  ({ http } = fixture);
});
afterAll(() => http.close());
beforeEach(() => http.database.query('DELETE FROM downloads'));

const call = <Operation extends 'export-report' | 'get-report'>(
  browser: TestBrowser,
  operation: Operation,
  input: Record<string, unknown>,
) => browser.call(operation, input);

const get = (browser: TestBrowser, id: number) =>
  http.app.inject({
    url: `/downloads/${id}`,
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });

test.each([
  ['ten years', { from: '2016-01-01', to: '2026-01-01' }, 'to', 'Choose at most 400 days.'],
  ['no end', { range: 'ever' }, 'from', 'Choose at most 400 days.'],
  ['an end before its begin', { from: '2026-03-31', to: '2026-03-01' }, 'to', expect.any(String)],
  ['a begin alone', { from: '2026-03-31' }, 'to', expect.any(String)],
  ['a day that is none', { from: '2026-02-30', to: '2026-03-01' }, 'from', expect.any(String)],
  [
    '5,000 vehicles',
    { ...WEEK, vehicleIds: Array.from({ length: 5000 }, (_, index) => index + 1) },
    'vehicleIds',
    expect.any(String),
  ],
])(
  '%s cannot be requested: screen and file report it at the field, and nothing is started',
  async (_, params, field, text) => {
    const refused = { status: 422, fields: { [field]: text } };
    expect(await call(fixture.admin, 'get-report', { kind: 'trips', ...params })).toMatchObject(refused);
    for (const format of ['csv', 'xlsx', 'pdf', 'json']) {
      expect(await call(fixture.admin, 'export-report', { kind: 'trips', format, ...params })).toMatchObject(refused);
    }
    const { rows } = await http.database.query('SELECT FROM downloads');
    expect(rows).toHaveLength(0);
  },
);

test('an unknown report is not found', async () => {
  expect((await call(fixture.admin, 'get-report', { kind: 'none' })).status).toBe(404);
  expect((await call(fixture.admin, 'export-report', { kind: 'none', format: 'pdf' })).status).toBe(404);
});

/** Writes half a million facts without derived data, therefore with the triggers for late facts disabled. */
const written = (sql: string, values: unknown[] = []) =>
  inTransaction(http.database, async (db) => {
    await db.query('SET LOCAL session_replication_role = replica');
    await db.query(sql, values);
  });

test('a PDF of 500,000 rows is refused before it is started, with the allowed number', async () => {
  const { rows: vehicles } = await http.database.query<{ id: number }>(
    'SELECT installation_id AS id FROM trips WHERE vehicle_id = $1 LIMIT 1',
    [fixture.ids.first],
  );
  await written(
    `INSERT INTO trips (installation_id, vehicle_id, key, confirmed_at, started_at, ended_at, duration_s, start_lat, start_lon,
       end_lat, end_lon, start_reason, end_reason, distance_m, idle_s, engine_source, unseen_s, average_kph, max_kph,
       overspeeds, holes, bridged_m, legs, notes)
     SELECT $1, $2, 'many' || n, now(), at, at + interval '30 s', 30, -34.9, -56.2, -34.8, -56.1, 'ignition', 'ignition', 100,
            0, 'wire', 0, 12, 20, 0, 0, 0, '{}', '[]'
     FROM (SELECT n, '2026-05-01Z'::timestamptz + n * interval '40 s' AS at FROM generate_series(1, 500000) n) each`,
    [vehicles[0]?.id, fixture.ids.first],
  );
  const params = { kind: 'trips', format: 'pdf', from: '2026-05-01', to: '2026-12-31' };
  const refused = await call(fixture.admin, 'export-report', params);
  expect(refused).toMatchObject({ status: 409, code: 'pdf-long' });
  const { rows } = await http.database.query('SELECT FROM downloads');
  expect(rows).toHaveLength(0);
  await written(`DELETE FROM trips WHERE key LIKE 'many%'`);
});

test('a deleted vehicle keeps its past in the file, where it is marked as deleted', async () => {
  await http.database.query('UPDATE vehicles SET deleted_at = now() WHERE id = $1', [fixture.ids.alone]);
  const vehicleIds = [fixture.ids.alone, 2_000_000];
  const { download } = await call(fixture.admin, 'export-report', {
    kind: 'trips',
    format: 'json',
    ...WEEK,
    vehicleIds,
  });
  await http.database.query('UPDATE vehicles SET deleted_at = NULL WHERE id = $1', [fixture.ids.alone]);
  const file = (await get(fixture.admin, download?.id ?? 0)).body;
  expect(download).toMatchObject({ state: 'done', rows: 6 });
  expect(file).toContain('ZZZ 9');
  const { notes } = z.object({ notes: z.array(z.string()) }).parse(JSON.parse(file));
  expect(notes.some((note) => note.includes('ZZZ 9'))).toBe(true);
  expect(notes.length).toBeGreaterThanOrEqual(2);
});

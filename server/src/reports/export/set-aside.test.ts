import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPerson } from '../../store/people/callers.ts';
import type { HttpFixture } from '../../testing/http-fixture.ts';
import { insertTrip } from '../../testing/insert-facts.ts';
import { reportFixture, type ReportFixture, WEEK } from '../../testing/report-fixture.ts';
import { documentFor } from '../document.ts';
import { streamReport } from './stream-report.ts';

let fixture: ReportFixture;
let http: HttpFixture;
beforeAll(async () => {
  fixture = await reportFixture();
  ({ http } = fixture);
});
afterAll(() => http.close());

/** Connections with a transaction or a snapshot that keeps PostgreSQL from vacuuming older rows. */
const STATES = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND (backend_xmin IS NOT NULL OR xact_start IS NOT NULL)
    AND backend_type = 'client backend'`;

test('while a background file is written, no snapshot of the database stays open, and its rows match its totals', async () => {
  const caller = await findPerson(http.database, 1);
  if (!caller) throw new Error('nobody to ask');
  const document = await documentFor(http.database, caller, 'trips');
  const of = await http.database.query<{ vehicle_id: number; id: number }>('SELECT vehicle_id, id FROM installations');
  const [installation] = of.rows;
  if (!installation) throw new Error('no installation');
  const unhurried = new AbortController().signal;
  const wanted = { document, params: WEEK, unhurried };
  const rows = await streamReport(http.services, caller, wanted, async ({ sections: [section] }, total) => {
    expect(await http.database.query(STATES)).toMatchObject({ rowCount: 0 });
    await insertTrip(
      http.database,
      { vehicleId: installation.vehicle_id, installationId: installation.id },
      { start: '2026-03-30T14:00:00Z', end: '2026-03-30T15:00:00Z', distanceM: 1000 },
    );
    let count = 0;
    for await (const batch of section?.rows ?? []) count += batch.length;
    expect(count).toBe(total);
    return count;
  });
  // Five days of three vehicles, plus one trip of each vehicle across a midnight.
  expect(rows).toBe(18);
  // The connection is returned without rows that nobody will read.
  const cursors = await Promise.all(
    Array.from({ length: 5 }, () => http.database.query('SELECT FROM pg_cursors WHERE is_holdable')),
  );
  expect(cursors.every(({ rowCount }) => rowCount === 0)).toBe(true);
});

test('one that is aborted before its rows are read leaves nothing on its connection', async () => {
  const caller = await findPerson(http.database, 1);
  if (!caller) throw new Error('nobody to ask');
  const document = await documentFor(http.database, caller, 'trips');
  const wanted = { document, params: WEEK, unhurried: new AbortController().signal };
  for (let times = 0; times < 2; times += 1) {
    const broken = streamReport(http.services, caller, wanted, async () => {
      throw new Error('broken off');
    });
    await expect(broken).rejects.toThrow('broken off');
  }
});

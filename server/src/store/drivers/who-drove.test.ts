import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertTagSpan } from '../../testing/insert-facts.ts';
import { addOrganisation } from '../../testing/organisations.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { driversBetween } from './who-drove.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db?.close());

const on = (day: number, hour = 0) => new Date(Date.UTC(2026, 2, day, hour)).toISOString();
type Times = readonly [from: string, to: string | null];

// The requested range is the 10th to the 20th of March.
const USUAL: (Times | null)[] = [null, [on(1), null], [on(1), on(5)], [on(1), on(15)], [on(12), on(25)]];
const ASSIGNED: (Times | null)[] = [null, [on(12), on(13)], [on(2), on(3)], [on(9), on(28)]];
// The second tag span ended before the range but stays valid for two more hours; the third does not reach the range.
const BY_TAG: (Times | null)[] = [null, [on(9, 20), on(9, 23)], [on(9, 20), on(9, 21)], [on(14), on(15)]];

test('the drivers of a fleet equal those of each vehicle', async () => {
  const organisationId = await addOrganisation(db.database, 'Head');
  await db.database.query(
    `WITH d AS (INSERT INTO drivers (id, organisation_id, name) OVERRIDING SYSTEM VALUE
       VALUES (1, $1, 'Ana'), (2, $1, 'Ben'), (3, $1, 'Cleo'))
     INSERT INTO driver_tags (organisation_id, driver_id, kind, tag) VALUES ($1, 3, 'rfid', 'cleo')`,
    [organisationId],
  );
  const drives = async (vehicleId: number, driverId: number, source: string, times: Times | null) => {
    if (times === null) return;
    await db.database.query(
      'INSERT INTO driver_assignments (vehicle_id, driver_id, source, from_time, to_time) VALUES ($1, $2, $3, $4, $5)',
      [vehicleId, driverId, source, ...times],
    );
  };
  for (const [u, usual] of USUAL.entries()) {
    for (const [a, assigned] of ASSIGNED.entries()) {
      for (const [t, byTag] of BY_TAG.entries()) {
        const of = await addTracked(db.database, { organisationId, registration: `V ${u} ${a} ${t}` });
        await drives(of.vehicleId, 1, 'usual', usual);
        await drives(of.vehicleId, 2, 'assignment', assigned);
        if (byTag) await insertTagSpan(db.database, of, { start: byTag[0], end: byTag[1], tag: 'cleo' });
      }
    }
  }
  const rows = async (drivers: string) => {
    const found = await db.database.query<object>(
      `SELECT v.registration, w.driver_id, w.source, w.from_time, w.to_time FROM vehicles v CROSS JOIN LATERAL (${drivers}) w
       ORDER BY 1, 3`,
      [on(10), on(20)],
    );
    return found.rows;
  };
  const each = await rows('SELECT * FROM drivers_between(v.id, $1::timestamptz, $2::timestamptz)');
  expect(each.length).toBeGreaterThan(80);
  expect(await rows(driversBetween('$1::timestamptz', '$2::timestamptz'))).toEqual(each);
});

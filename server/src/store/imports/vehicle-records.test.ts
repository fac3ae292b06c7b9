import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { USES_OF_VEHICLES } from './vehicle-records.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

/** Tables whose rows follow from trips, or are recreated or undone with each vehicle. */
const FOLLOWS = [
  'alarms',
  'day_totals',
  'driven_days',
  'driven_late',
  'idles',
  'installations',
  'overspeeds',
  'place_stays',
  'run_marks',
  'run_visit_sums',
  'run_visits',
  'service_dues',
  'service_reminders',
  'stops',
  'tag_spans',
  'switch_spans',
  'fuel_changes',
  'sensor_readings',
  'sensors',
  'vehicle_group_changes',
  'vehicle_sensor_profiles',
  'tows',
  'visits',
];

test('every table about vehicles has a rule for undoing an import of vehicles', async () => {
  const { rows } = await db.database.query<{ name: string }>(
    `SELECT DISTINCT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE a.attname = 'vehicle_id' AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const known = [...Object.keys(USES_OF_VEHICLES), ...FOLLOWS];
  expect(rows.map(({ name }) => name)).toEqual(known.toSorted());
});

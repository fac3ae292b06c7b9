import { afterAll, beforeAll, expect, it } from 'vitest';
import { USUAL_DRIVING } from '@milepost/contract/route-schedule';
import { addTracked, insertTrip } from '../../testing/insert-facts.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { ensureBasics } from '../../auth/bootstrap.ts';
import { learnDrivingOf, readDriving } from './learned-driving.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await testDatabase();
  await ensureBasics(fixture.database, { adminPassword: 'pass-word' });
});
afterAll(() => fixture.close());

const hour = (back: number, minutes = 0) => new Date(Date.now() - back * 3_600_000 + minutes * 60_000).toISOString();

it('plans with the defaults for towns until a fleet has driven, and then with its own driving, learned once a day', async () => {
  const { database } = fixture;
  await learnDrivingOf(database, 1);
  expect((await readDriving(database, 1))(480)).toEqual(USUAL_DRIVING);
  const of = await addTracked(database, { registration: 'SBA 1' });
  // Twice the straight line, at 50 km/h, 4,000 km in total.
  for (let trip = 1; trip <= 200; trip += 1) {
    await insertTrip(database, of, { start: hour(trip), end: hour(trip, 24), distanceM: 20_000 });
  }
  await database.query('UPDATE trips SET start_lat = 0, start_lon = 0, end_lat = 0, end_lon = $1', [10 / 111.195]);
  await learnDrivingOf(database, 1);
  const learned = (await readDriving(database, 1))(480);
  expect(learned.factor).toBeCloseTo(2, 1);
  expect(learned.speedKph).toBeGreaterThan(40);
  expect(learned.speedKph).toBeLessThanOrEqual(50);
  await database.query('UPDATE trips SET distance_m = 11_000');
  await learnDrivingOf(database, 1);
  expect((await readDriving(database, 1))(480)).toEqual(learned);
});

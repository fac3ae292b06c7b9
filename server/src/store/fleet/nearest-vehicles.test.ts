import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTrackedVehicle } from '../../testing/alarm-fixture.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { nearestVehicles } from './nearest-vehicles.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: TestDatabase;
let mine: number;
let other: number;
beforeAll(async () => {
  fixture = await testDatabase();
  const { rows } = await fixture.database.query<{ id: number }>(
    "INSERT INTO organisations (name) VALUES ('Mine'), ('Other') RETURNING id",
  );
  [mine = 0, other = 0] = rows.map(({ id }) => id);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'vehicles', 'devices', 'device_states');
});

const add = (registration: string, at?: { lat: number; lon: number }, organisation = mine) =>
  addTrackedVehicle(fixture.database, organisation, registration, at);
async function near(lat: number, lon: number, most = 5, without: number | null = null) {
  const scope = { organisationId: mine, organisationIds: [mine], root: false, limit: null };
  const rows = await nearestVehicles(fixture.database, scope, { lat, lon }, most, without);
  return rows.map(({ registration, distanceM }) => [registration, Math.round(distanceM)]);
}
const PORT = { lat: -34.9, lon: -56.2 };

test('are in order of distance, up to the requested number, without devices that never had a fix', async () => {
  await add('NORTH', { lat: -33.9, lon: -56.2 });
  await add('HERE', PORT);
  await add('NEVER');
  // One degree along the meridian is 6,371,008.8 m × π / 180 = 111,195 m.
  expect(await near(-34.9, -56.2)).toEqual([
    ['HERE', 0],
    ['NORTH', 111_195],
  ]);
  expect(await near(-34.9, -56.2, 1)).toEqual([['HERE', 0]]);
});

test('one in the corner of a box does not precede a nearer one outside its side', async () => {
  // 5 km north and 5 km east are 7.07 km away; 5.5 km north is nearer, though outside the first box.
  const degree = 111_195.08;
  await add('CORNER', { lat: 4990 / degree, lon: 4990 / degree });
  await add('NORTH', { lat: 5500 / degree, lon: 0 });
  expect((await near(0, 0, 1))[0]).toEqual(['NORTH', 5500]);
});

test('are found across the 180th meridian and at the pole', async () => {
  await add('FIJI', { lat: -17, lon: 179.999 });
  // 0.002 degrees of longitude at 17 degrees south: 222.39 m × cos 17° = 212.67 m.
  expect(await near(-17, -179.999)).toEqual([['FIJI', 213]]);
  await add('POLE', { lat: 89.99, lon: 10 });
  // Across the pole: twice 0.01 degrees.
  expect(await near(89.99, -170, 1)).toEqual([['POLE', 2224]]);
});

test('are those of the scope, without the excluded vehicle', async () => {
  await add('OTHER', PORT, other);
  const { vehicleId } = await add('SELF', PORT);
  expect(await near(-34.9, -56.2)).toEqual([['SELF', 0]]);
  expect(await near(-34.9, -56.2, 5, vehicleId)).toEqual([]);
});

test('data from before a device was installed does not count', async () => {
  const { installationId } = await add('MOVED', PORT);
  await fixture.database.query("UPDATE installations SET installed_at = now() + interval '1 hour' WHERE id = $1", [
    installationId,
  ]);
  expect(await near(-34.9, -56.2)).toEqual([]);
});

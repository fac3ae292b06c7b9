import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTracked, insertFuelChange, insertTrip } from '../../../testing/insert-facts.ts';
import { requestRows, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';
import { vehicleWithSensor } from '../../../testing/sensor-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

const TANK = { name: 'Tank', kind: 'fuelLevel', unit: 'L' };
const DAY = { from: '2026-05-02', to: '2026-05-02' };
const at = (time: string) => `2026-05-02T${time}:00Z`;

test('a trip has the level at the start, fills and losses, and the level once it has settled', async () => {
  const { database } = fixture.http;
  const { of, reads } = await vehicleWithSensor(database, 'FUEL 1', TANK);
  // 60 litres until 08:20, then 50; 80 after a fill; 76 from 09:02 on; a fill in the yard from 09:30.
  await reads(at('07:50'), at('08:40'), [
    [0, 60],
    [1800, 50],
  ]);
  await reads(at('08:40'), at('09:30'), [
    [0, 80],
    [1320, 76],
  ]);
  await insertTrip(database, of, { start: at('08:00'), end: at('09:00'), distanceM: 40_000 });
  await insertTrip(database, of, { start: at('09:20'), end: at('09:28'), distanceM: 2000 });
  const fill = { change: 'fill', sure: true } as const;
  await insertFuelChange(database, of, { ...fill, start: at('08:38'), end: at('08:40'), litres: 30, beforeL: 50 });
  await insertFuelChange(database, of, { ...fill, start: at('09:30'), end: at('09:40'), litres: 20, beforeL: 76 });
  // Trips without a sensor are not in the report.
  const other = await addTracked(database, { registration: 'FUEL 2' });
  await insertTrip(database, other, { start: at('08:00'), end: at('09:00'), distanceM: 40_000 });
  const { rows, totals } = await requestRows(fixture.admin, 'fuel-by-trip', {
    ...DAY,
    vehicleIds: [of.vehicleId, other.vehicleId],
    sort: 'start',
    direction: 'asc',
  });
  expect(rows).toMatchObject([
    // 60 + 30 - 76 are 14 litres, 35 per 100 km.
    { vehicle: 'FUEL 1', before: 60, filled: 30, lost: null, after: 76, used: 14, per100Km: 35 },
    { vehicle: 'FUEL 1', before: 76, filled: null, after: 76, used: 0, per100Km: null },
  ]);
  expect(totals).toMatchObject({ used: 14, filled: 30, per100Km: 35 });
});

test('with an unknown tank level the consumption is unknown', async () => {
  const { database } = fixture.http;
  const { of, reads } = await vehicleWithSensor(database, 'FUEL 3', TANK);
  await insertTrip(database, of, { start: at('08:00'), end: at('09:00'), distanceM: 40_000 });
  await reads(at('12:00'), at('12:10'), [[0, 60]]);
  const { rows } = await requestRows(fixture.admin, 'fuel-by-trip', { ...DAY, vehicleIds: [of.vehicleId] });
  expect(rows.map(({ used }) => used)).toEqual([null]);
});

test('a loss that ends where a trip begins is no consumption of it, and neither is one that begins where it ends', async () => {
  const { database } = fixture.http;
  const { of, sensorId, reads } = await vehicleWithSensor(database, 'FUEL 4', TANK);
  // 30 litres disappear from 07:50 to 08:00, of which the smoothed level still shows 20 at 08:00; 10 more from 09:00.
  await reads(at('07:30'), at('08:30'), [
    [0, 100],
    [1500, 95],
    [1790, 90],
    [2000, 70],
  ]);
  await reads(at('08:30'), at('09:30'), [
    [0, 66],
    [1790, 65],
    [1800, 60],
    [2000, 55],
  ]);
  await insertTrip(database, of, { start: at('08:00'), end: at('09:00'), distanceM: 40_000 });
  const drop = { change: 'drop', sensorId } as const;
  await insertFuelChange(database, of, { ...drop, start: at('07:50'), end: at('08:00'), litres: 30, beforeL: 100 });
  await insertFuelChange(database, of, { ...drop, start: at('09:00'), end: at('09:10'), litres: 10, beforeL: 65 });
  const { rows } = await requestRows(fixture.admin, 'fuel-by-trip', { ...DAY, vehicleIds: [of.vehicleId] });
  // From 70 to 65 litres during the trip; the level alone shows 90 at the start and 60 at the end.
  expect(rows).toMatchObject([{ before: 70, lost: null, after: 65, used: 5, per100Km: 12.5 }]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addTracked,
  insertFuelChange,
  insertReadings,
  insertSensor,
  insertTrip,
} from '../../../testing/insert-facts.ts';
import { askReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

const at = (time: string) => `2026-05-02T${time}:00Z`;

test('the level at the start, fills and losses, and the level once it has settled', async () => {
  const { database } = fixture.http;
  const of = await addTracked(database, { registration: 'FUEL 1' });
  const sensorId = await insertSensor(database, of, { name: 'Tank', kind: 'fuelLevel', unit: 'L' });
  // 60 litres until 08:20, then 50; 80 after a fill; 76 from 09:02 on; a fill in the yard from 09:30.
  await insertReadings(database, of, {
    start: at('07:50'),
    end: at('08:40'),
    sensorId,
    steps: [
      [0, 60],
      [1800, 50],
    ],
  });
  await insertReadings(database, of, {
    start: at('08:40'),
    end: at('09:30'),
    sensorId,
    steps: [
      [0, 80],
      [1320, 76],
    ],
  });
  await insertTrip(database, of, { start: at('08:00'), end: at('09:00'), distanceM: 40_000 });
  await insertTrip(database, of, { start: at('09:20'), end: at('09:28'), distanceM: 2000 });
  await insertFuelChange(database, of, {
    start: at('08:38'),
    end: at('08:40'),
    change: 'fill',
    litres: 30,
    beforeL: 50,
  });
  await insertFuelChange(database, of, {
    start: at('09:30'),
    end: at('09:40'),
    change: 'fill',
    litres: 20,
    beforeL: 76,
  });
  // Without a sensor there is nothing to say of its trips.
  const other = await addTracked(database, { registration: 'FUEL 2' });
  await insertTrip(database, other, { start: at('08:00'), end: at('09:00'), distanceM: 40_000 });
  const { columns, rows, totals } = await askReport(fixture.admin, 'fuel-by-trip', {
    from: '2026-05-02',
    to: '2026-05-02',
    vehicleIds: [of.vehicleId, other.vehicleId],
    sort: 'start',
    direction: 'asc',
  });
  const cellsOf = (cells: readonly unknown[]) =>
    Object.fromEntries(columns.map(({ key }, index) => [key, cells[index]]));
  expect(rows.map(({ cells }) => cellsOf(cells))).toMatchObject([
    // 60 + 30 - 76 are 14 litres, 35 for 100 km.
    { vehicle: 'FUEL 1', before: 60, filled: 30, lost: null, after: 76, used: 14, per100Km: 35 },
    { vehicle: 'FUEL 1', before: 76, filled: null, after: 76, used: 0, per100Km: null },
  ]);
  expect(cellsOf(totals.cells)).toMatchObject({ used: 14, filled: 30, per100Km: 35 });
});

test('a tank of which nothing is known leaves what was used unknown', async () => {
  const { database } = fixture.http;
  const of = await addTracked(database, { registration: 'FUEL 3' });
  const sensorId = await insertSensor(database, of, { name: 'Tank', kind: 'fuelLevel', unit: 'L' });
  await insertTrip(database, of, { start: '2026-05-02T08:00:00Z', end: '2026-05-02T09:00:00Z', distanceM: 40_000 });
  await insertReadings(database, of, {
    start: '2026-05-02T12:00:00Z',
    end: '2026-05-02T12:10:00Z',
    sensorId,
    steps: [[0, 60]],
  });
  const { columns, rows } = await askReport(fixture.admin, 'fuel-by-trip', {
    from: '2026-05-02',
    to: '2026-05-02',
    vehicleIds: [of.vehicleId],
  });
  const used = columns.findIndex(({ key }) => key === 'used');
  expect(rows.map(({ cells }) => cells[used])).toEqual([null]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertReadings, insertSensor, insertSwitch, insertTrip } from '../../../testing/insert-facts.ts';
import { requestRows, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';
import { vehicleWithSensor } from '../../../testing/sensor-fixture.ts';

let fixture: ReportFixture;
let vehicleId: number;
const at = (time: string) => `2026-05-02T${time}:00Z`;
beforeAll(async () => {
  fixture = await reportFixture();
  const { database } = fixture.http;
  const cold = { name: 'Load space', kind: 'temperature', unit: '°C', normalMin: 2, normalMax: 8 };
  const { of, reads } = await vehicleWithSensor(database, 'COLD 2', cold);
  ({ vehicleId } = of);
  await insertTrip(database, of, { start: at('08:30'), end: at('09:30'), distanceM: 40_000 });
  await insertTrip(database, of, { start: at('12:00'), end: at('12:40'), distanceM: 9000 });
  // 20 degrees until 08:30, outside of any trip; 4 until 08:45, 10 until 09:00; 6 until 09:10, then unknown.
  await reads(at('08:00'), at('09:00'), [
    [0, 20],
    [1800, 4],
    [2700, 10],
  ]);
  await reads(at('09:00'), at('09:10'), [[0, 6]]);
  const doorId = await insertSensor(database, of, { name: 'Load door', kind: 'door' });
  const opens = (start: string, end: string) =>
    insertSwitch(database, of, { start, end, name: `sensor:${doorId}`, sensorId: doorId });
  // The door is open before the trip and for its first 2 minutes, then for 5 minutes during the trip, and after it.
  await opens(at('08:20'), at('08:32'));
  await opens(at('08:50'), at('08:55'));
  await opens(at('09:40'), at('09:50'));
  await insertReadings(database, of, {
    start: at('08:00'),
    end: at('09:00'),
    sensorId: doorId,
    steps: [[0, 1, false]],
  });
});
afterAll(() => fixture.http.close());

const readRows = (own: Record<string, string | number> = {}) =>
  requestRows(fixture.admin, 'sensor-trips', {
    from: '2026-05-02',
    to: '2026-05-02',
    vehicleIds: [vehicleId],
    sort: 'start',
    direction: 'asc',
    own,
  });

test('each trip has the lowest, mean and highest value, minutes out of range, and doors opened on the way', async () => {
  const { rows, totals } = await readRows();
  expect(rows).toMatchObject([
    {
      vehicle: 'COLD 2',
      sensor: 'Load space (°C)',
      start: '2026-05-02T08:30:00.000Z',
      distance: 40_000,
      least: 4,
      // 4 degrees for 900 s, 10 for 900 s and 6 for 600 s sum to 16,200 in 2,400 s.
      mean: 6.75,
      greatest: 10,
      outside: 900,
      unknown: 1200,
      openings: 1,
      open: 420,
    },
    // Nothing was read during it, which is unknown rather than zero.
    {
      start: '2026-05-02T12:00:00.000Z',
      least: null,
      mean: null,
      greatest: null,
      outside: null,
      unknown: 2400,
      openings: 0,
    },
  ]);
  expect(totals).toMatchObject({ least: 4, greatest: 10, mean: 6.75, outside: 900, unknown: 3600 });
});

test('limits of the report override the normal range, and a vehicle without a door has no openings', async () => {
  expect((await readRows({ limits: 'above', highest: 5 })).rows[0]).toMatchObject({ outside: 1500 });
  const { of, reads } = await vehicleWithSensor(fixture.http.database, 'COLD 3', { name: 'Box', kind: 'temperature' });
  await insertTrip(fixture.http.database, of, { start: at('08:30'), end: at('09:00'), distanceM: 9000 });
  await reads(at('08:00'), at('09:00'), [[0, 3]]);
  const params = { from: '2026-05-02', to: '2026-05-02', vehicleIds: [of.vehicleId] };
  expect((await requestRows(fixture.admin, 'sensor-trips', params)).rows).toMatchObject([
    { least: 3, outside: 0, unknown: 0, openings: null, open: null },
  ]);
});

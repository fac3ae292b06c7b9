import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertFence, insertIdle, insertTrip, insertVisit } from '../../../testing/insert-facts.ts';
import { requestRows, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';
import { vehicleWithSensor } from '../../../testing/sensor-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.http.close());

const at = (time: string) => `2026-05-02T${time}:00Z`;

test('a door: how long open and shut, how often, while driving, and outside of geofences', async () => {
  const { database } = fixture.http;
  const { of, reads } = await vehicleWithSensor(database, 'DOOR 1', { name: 'Load door', kind: 'door' });
  // Opened at 06:10 for 5 minutes, and at 06:30 for 10.
  await reads(at('06:00'), at('07:00'), [
    [0, 0],
    [600, 1],
    [900, 0],
    [1800, 1],
    [2400, 0],
  ]);
  await insertTrip(database, of, { start: at('06:25'), end: at('06:50'), distanceM: 9000 });
  await insertIdle(database, of, { start: at('06:35'), end: at('06:37') });
  const yard = await insertFence(database, { name: 'Yard' });
  const other = await insertFence(database, { name: 'Other' });
  await insertVisit(database, of, { start: at('06:00'), end: at('06:20'), fenceId: yard, distanceM: 0 });
  const readRows = async (more: object = {}) => {
    const params = { from: '2026-05-02', to: '2026-05-02', vehicleIds: [of.vehicleId], ...more };
    return (await requestRows(fixture.admin, 'sensor-states', params)).rows;
  };
  expect(await readRows()).toMatchObject([
    {
      sensor: 'Load door',
      on: 900,
      off: 2700,
      unknown: 23 * 3600,
      // The whole second opening except the two minutes of idling.
      onDriving: 480,
      onStanding: 420,
      times: 2,
      timesDriving: 1,
      timesOutside: 1,
      longest: 600,
    },
  ]);
  expect(await readRows({ fenceIds: [other] })).toMatchObject([{ times: 2, timesOutside: 2 }]);
  expect(await readRows({ own: { only: 'pto' } })).toEqual([]);
  expect(await readRows({ own: { only: 'door' } })).toHaveLength(1);
});

test('a door open at a halt of a trip is not open while driving, and counts from its next movement', async () => {
  const { database } = fixture.http;
  const { of, reads } = await vehicleWithSensor(database, 'DOOR 2', { name: 'Side door', kind: 'door' });
  // Open for 90 s at a stop; then opened while driving, with a halt of 60 s, for 300 s in all; and an hour of
  // continuous use, as of a PTO.
  await reads(at('06:00'), at('07:00'), [
    [0, 0, false],
    [600, 1, false],
    [690, 0, false],
    [1200, 1, true],
    [1320, 1, false],
    [1380, 1, true],
    [1500, 0, false],
  ]);
  // The switch is on for the whole hour, the last 10 minutes of it while driving.
  await reads(at('07:00'), at('08:00'), [
    [0, 1, false],
    [3000, 1, true],
  ]);
  await insertTrip(database, of, { start: at('06:05'), end: at('08:00'), distanceM: 9000 });
  const params = { from: '2026-05-02', to: '2026-05-02', vehicleIds: [of.vehicleId] };
  expect((await requestRows(fixture.admin, 'sensor-states', params)).rows).toMatchObject([
    // 90 + 300 + 3,600; 120 + 120 + 600.
    { on: 3990, onDriving: 840, onStanding: 3150, times: 3, timesDriving: 1, longest: 3600 },
  ]);
});

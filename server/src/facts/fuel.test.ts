import type { Message } from '@milepost/protocols/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveSensor } from '../store/sensors/change-sensors.ts';
import { DEPOT } from '../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { differences, settled, type TrackingHarness, trackingHarness, watched } from '../testing/tracking-harness.ts';

let test: TestDatabase;
let harness: TrackingHarness | undefined;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(async () => {
  await harness?.close();
  await test?.close();
});

const ACTOR = { userId: null, username: null, address: null };
const MINUTE = 60_000;
/** Two hours ago, to the second. */
const BEGIN = Math.floor(Date.now() / 1000) * 1000 - 120 * MINUTE;
/** The voltage of a fuel sensor whose table converts it to litres: 400 l at 4 V. */
const report = (minute: number, northM: number, speedKph: number, litres: number): Message => ({
  kind: 'report',
  deviceTime: null,
  fix: {
    time: new Date(BEGIN + minute * MINUTE),
    valid: true,
    lat: DEPOT.lat + northM / 111_195,
    lon: DEPOT.lon,
    altitudeM: null,
    speedKph,
    courseDeg: 0,
  },
  attributes: { ignition: speedKph > 0, analog1V: litres / 100 },
});
/** Drives, parks for an hour in which 60 litres leave in five minutes, and drives on. */
const messages = [
  ...Array.from({ length: 15 }, (_, n) => report(n, n * 800, 48, 300 + (n % 4))),
  ...Array.from({ length: 60 }, (_, n) => report(15 + n, 12_000, 0, 300 - 12 * Math.min(5, Math.max(0, n - 20)))),
  ...Array.from({ length: 15 }, (_, n) => report(76 + n, 12_000 + n * 800, 48, 240 + (n % 4))),
];
const changes = async () => {
  const { rows } = await test.database.query<{ change: string; litres: number; startedAt: Date; open: boolean }>(
    `SELECT change, litres, started_at AS "startedAt", ended_at IS NULL AS open FROM fuel_changes ORDER BY started_at`,
  );
  return rows.map((row) => ({ ...row, startedAt: (row.startedAt.getTime() - BEGIN) / MINUTE }));
};
const DROP = { change: 'drop', litres: 60, startedAt: 35, open: false };

it('finds fuel taken from a tank, also when the sensor is added later or another table applies to the past', async () => {
  const { vehicleId, deviceId, organisationId } = await watched(test, 'fuel');
  harness = await trackingHarness(test);
  const scope = { organisationId, organisationIds: [organisationId], root: false, limit: null };
  const tank = {
    name: 'Tank',
    kind: 'fuelLevel' as const,
    unit: 'L',
    source: 'attribute' as const,
    attribute: 'analog1V',
    expression: null,
    calibration: [
      { raw: 0, value: 0 },
      { raw: 4, value: 400 },
    ],
    min: null,
    max: null,
    inverse: false,
    capacityL: 400,
    smoothingS: null,
    normalMin: null,
    normalMax: null,
  };
  const late = messages.filter((_, n) => n % 5 === 4);
  await harness.store([{ deviceId, messages: messages.filter((_, n) => n % 5 !== 4), receivedAt: Date.now() }]);
  expect(await changes()).toEqual([]);

  const { id, marks } = await saveSensor(test.database, scope, ACTOR, { ...tank, vehicleId, from: null });
  harness.bus.publish('tracking-changed', { organisationId });
  harness.bus.publish('past-changed', { marks });
  await expect.poll(changes, { timeout: 30_000, interval: 50 }).toHaveLength(1);
  // Late reports are included.
  await harness.store([{ deviceId, messages: late.toReversed(), receivedAt: Date.now() }]);
  await settled(harness);
  expect(await changes()).toEqual([DROP]);
  for (const found of await differences(test, vehicleId)) expect(found).toEqual({ facts: found.facts });

  // The calibration is corrected to a tank of half the size.
  const half = {
    ...tank,
    capacityL: 200,
    calibration: [
      { raw: 0, value: 0 },
      { raw: 4, value: 200 },
    ],
  };
  const mark = await saveSensor(test.database, scope, ACTOR, { ...half, id, from: null });
  harness.bus.publish('tracking-changed', { organisationId });
  harness.bus.publish('past-changed', mark);
  await expect.poll(changes, { timeout: 30_000, interval: 50 }).toEqual([{ ...DROP, litres: 30 }]);
}, 90_000);

import { cityForTests } from '@milepost/city/testing';
import { beforeAll, expect, test } from 'vitest';
import { demoFleet } from './fleet.ts';
import { dayStart, localDay } from './local-time.ts';
import { Movement } from './movement.ts';
import { pastReports } from './demo-device.ts';
import { Recorder } from './recorder.ts';
import { Streets } from './streets.ts';

/** A Monday; 2026-11-16 in Montevideo. */
const DAY = localDay(Date.UTC(2026, 10, 16, 12));
const fleet = demoFleet(60);
let city: ReturnType<typeof cityForTests>;
beforeAll(() => {
  city = cityForTests();
}, 60_000);

function movementOf(index: number): Movement {
  const vehicle = fleet[index];
  if (!vehicle) throw new Error('no such vehicle');
  return new Movement(vehicle, index, new Streets(city.graph), city.outlets, DAY);
}

test('opens the load door once at every stop of a van with a door contact, never while driving', () => {
  const index = fleet.findIndex(({ doorContact, trouble }) => doorContact && trouble === null);
  const vehicle = fleet[index];
  if (!vehicle) throw new Error('no contact at a door');
  const movement = movementOf(index);
  const reports = [...pastReports(new Recorder(vehicle, index, movement), dayStart(DAY), dayStart(DAY + 2))];
  expect(reports.every(({ doorOpen }) => doorOpen !== undefined)).toBe(true);
  const opened = reports.filter(({ doorOpen }, k) => doorOpen === true && reports[k - 1]?.doorOpen === false);
  expect(reports.some(({ doorOpen, speedKph }) => doorOpen === true && speedKph > 0)).toBe(false);
  const stops = movement.dayTruth(DAY).stops.slice(1);
  const within = stops.map(({ startMs, endMs }) => opened.filter((one) => one.timeMs >= startMs && one.timeMs < endMs));
  expect(within.length).toBeGreaterThan(5);
  for (const found of within) expect(found).toHaveLength(1);
  for (const { timeMs } of opened) {
    const shut = reports.find((one) => one.timeMs > timeMs && one.doorOpen === false);
    expect((shut?.timeMs ?? 0) - timeMs).toBeGreaterThanOrEqual(40_000);
    expect((shut?.timeMs ?? 0) - timeMs).toBeLessThanOrEqual(160_000);
  }
  const others = fleet.findIndex(({ doorContact }) => !doorContact);
  const other = fleet[others];
  if (!other) throw new Error('every vehicle has a contact');
  expect(new Recorder(other, others, movementOf(others)).reportAt(dayStart(DAY))).not.toHaveProperty('doorOpen');
});

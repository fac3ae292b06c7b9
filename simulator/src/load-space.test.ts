import { cityForTests } from '@milepost/city/testing';
import { beforeAll, expect, test } from 'vitest';
import { demoFleet } from './fleet.ts';
import { doorOpenAt } from './load-door.ts';
import { LoadSpace } from './load-space.ts';
import { dayStart, localDay } from './local-time.ts';
import { RETAINED, Movement } from './movement.ts';
import { Recorder } from './recorder.ts';
import { Streets } from './streets.ts';
import { demoTours } from './tours.ts';

/** A Monday; 2026-11-16 in Montevideo. */
const DAY = localDay(Date.UTC(2026, 10, 16, 12));
const MINUTE = 60_000;
const at = (space: LoadSpace, minute: number) => space.temperatureAt(dayStart(DAY) + minute * MINUTE);
const fleet = demoFleet(62);
let cold: { index: number; movement: Movement }[];
beforeAll(() => {
  const city = cityForTests();
  const streets = new Streets(city.graph);
  cold = demoTours(fleet, streets, city.outlets)
    .filter(({ name }) => name.startsWith('Cold'))
    .map((tour) => {
      const index = fleet.findIndex(({ identity }) => identity === tour.identity);
      const vehicle = fleet[index];
      if (!vehicle) throw new Error('no such vehicle');
      return { index, movement: new Movement(vehicle, index, streets, city.outlets, DAY, RETAINED, tour) };
    });
}, 60_000);

test('both cold-chain tours use vehicles with a probe that reports the true temperature to a tenth', () => {
  expect(cold.map(({ index }) => fleet[index]?.thermometer)).toEqual([true, true]);
  for (const { index, movement } of cold) {
    const vehicle = fleet[index];
    if (!vehicle) throw new Error('no such vehicle');
    const ms = dayStart(DAY) + 600 * MINUTE;
    const reported = new Recorder(vehicle, index, movement).reportAt(ms)?.temperatureC ?? NaN;
    expect(Math.abs(reported - new LoadSpace(index, movement).temperatureAt(ms))).toBeLessThanOrEqual(0.0501);
  }
  const dry = fleet.findIndex(({ thermometer }) => !thermometer);
  const [vehicle, movement] = [fleet[dry], cold[0]?.movement];
  if (!vehicle || !movement) throw new Error('no vehicle');
  expect(new Recorder(vehicle, dry, movement).reportAt(dayStart(DAY))).not.toHaveProperty('temperatureC');
});

test('an open door warms the load space by degrees, and half an hour later the effect is gone', () => {
  for (const { index, movement } of cold) {
    const space = new LoadSpace(index, movement);
    const halts = movement.dayTruth(DAY).stops.slice(1);
    expect(halts.length).toBeGreaterThan(4);
    for (const { startMs } of halts) {
      const { from, to } = doorOpenAt(index, startMs);
      const warmer = space.temperatureAt(to) - space.temperatureAt(from);
      // A difference of 20 °C, open for 40 to 160 s out of 480: 1.6 to 5.7 °C, minus the unit's own swing meanwhile.
      expect(warmer).toBeGreaterThan(0.8);
      expect(warmer).toBeLessThan(6.8);
      // Between openings it is cooled continuously.
      expect(space.temperatureAt(to + 7 * MINUTE)).toBeLessThan(space.temperatureAt(to));
    }
    const night = Array.from({ length: 60 }, (_, minute) =>
      space.temperatureAt(dayStart(DAY) + (120 + minute) * MINUTE),
    );
    for (const celsius of night) expect(Math.abs(celsius - 4)).toBeLessThanOrEqual(0.71);
  }
});

test('is a pure function of time, whatever was asked before', () => {
  const [one] = cold;
  if (!one) throw new Error('no vehicle');
  const minutes = Array.from({ length: 80 }, (_, n) => 380 + n * 7);
  const space = new LoadSpace(one.index, one.movement);
  const forward = minutes.map((minute) => at(space, minute));
  const backward = minutes.toReversed().map((minute) => at(new LoadSpace(one.index, one.movement), minute));
  expect(backward.toReversed()).toEqual(forward);
});

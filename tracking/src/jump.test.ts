import { expect, it } from 'vitest';
import type { Report } from './report.ts';
import { at, factsOf, ofKind, T0 } from './testing/journey.fixture.ts';

const DEGREE_M = 111_195;
const place = (second: number, lat: number, lon: number): Report =>
  at(second, (lon - 10) * DEGREE_M, 0, { northM: lat * DEGREE_M });
const clock = (hours: number, minutes: number) => (hours - 8) * 3600 + minutes * 60;

it('is not driven while the vehicle rested within a trip: 1,575 km in a minute', () => {
  const facts = factsOf([
    place(clock(8, 0), 48, 11),
    place(clock(8, 5), 48, 11),
    place(clock(8, 40), 48.003, 11),
    place(clock(8, 41), 48.0035, 11),
    ...[0, 1, 2, 5, 15].map((minute) => place(clock(14, minute), 60, 24)),
  ]);
  const trips = ofKind(facts, 'trip');
  // 48.0035 is 389 m north of 48.
  for (const trip of trips) expect(trip.distanceM).toBeLessThan(400);
  const [day] = ofKind(facts, 'day');
  expect(day?.distanceM).toBeLessThan(400);
  expect(day?.legs.jump?.legs).toBe(1);
  expect(ofKind(facts, 'stop').at(-1)).toMatchObject({ start: T0 + clock(14, 0) * 1000, end: null });
});

/** Drives east at 10 m/s; at 600 s it waits at a light for 60 s, in which the receiver jumps 4.1 km north. */
const leap = (northM: number) => [
  at(-300, 0, 0),
  ...Array.from({ length: 61 }, (_, index) => at(index * 10, index * 100, 36)),
  at(610, 6000, 0),
  at(611, 6000, 0, { northM }),
  at(612, 6000, 0, { northM }),
  at(660, 6000, 0, { northM }),
  ...Array.from({ length: 60 }, (_, index) => at(670 + index * 10, 6000 + (index + 1) * 100, 36, { northM })),
];

it('is stored with the trip in which it lies, and adds nothing', () => {
  const [trip, ...others] = ofKind(factsOf(leap(4100)), 'trip');
  expect(others).toEqual([]);
  expect(trip?.legs.jump).toMatchObject({ legs: 1, distanceM: 4100 });
  expect(trip?.notes).toMatchObject([{ reason: 'jump', distanceM: 4100 }]);
  expect(trip?.distanceM).toBeCloseTo(12_000, -1);
});

it('leaves the end of a trip where it really halted', () => {
  const halts = [...leap(4100).slice(0, 66), ...[700, 800, 900].map((second) => at(second, 6000, 0, { northM: 4100 }))];
  const [trip] = ofKind(factsOf(halts), 'trip');
  expect(trip?.end).toBe(T0 + 610_000);
  expect(trip?.endPlace.lat).toBeCloseTo(0, 6);
  expect(trip?.distanceM).toBeCloseTo(6000, 0);
});

it('of a spoofed receiver that comes back counts as none: neither direction is driven', () => {
  const facts = factsOf([
    ...leap(0).slice(0, 64),
    ...[620, 630, 640, 650].map((second) => at(second, 300_000, 0)),
    at(660, 6000, 0),
    ...leap(0).slice(-60),
  ]);
  expect(ofKind(facts, 'trip')).toHaveLength(1);
  expect(ofKind(facts, 'day')[0]?.distanceM).toBeCloseTo(12_000, -1);
});

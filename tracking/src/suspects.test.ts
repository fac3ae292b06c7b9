import { describe, expect, it } from 'vitest';
import { reachM } from './credible.ts';
import { newState } from './track-state.ts';
import { at, contextOf, factsOf, ofKind, seeded, T0 } from './testing/journey.fixture.ts';
import { Timeline } from './timeline.ts';

type Seen = [eastM: number, northM: number, kph: number];
/** Distorts the true positions as a disturbed receiver does. */
type Disturbance = (truth: Seen, second: number, random: () => number) => Seen;

const scattered =
  (metres: number): Disturbance =>
  ([east, north, kph], _, random) => [east + metres * (2 * random() - 1), north + metres * (2 * random() - 1), kph];
/** Drives in circles of 1.5 km, 30 km away, at 90 km/h. */
const circling: Disturbance = (_, second) => [
  40_000 + 1500 * Math.cos(second / 60),
  30_000 + 1500 * Math.sin(second / 60),
  90,
];
const wandering: Disturbance = (_, __, random) => [90_000 + 600 * random(), 600 * random(), 0];

const DRIVE_S = 3600;
const PARK_S = 1800;

/**
 * Stands, drives straight east for an hour at 50 km/h, which is 50 km, and stands. The receiver is disturbed between
 * the given seconds.
 */
function journey(every: number, from: number, to: number, disturbance: Disturbance, seed = 1) {
  const random = seeded(seed);
  const reports = [];
  for (let second = 0; second <= 2 * PARK_S + DRIVE_S; second += every) {
    const driven = Math.min(DRIVE_S, Math.max(0, second - PARK_S));
    const moves = driven > 0 && driven < DRIVE_S;
    const truth: Seen = [(driven * 50) / 3.6, 0, moves ? 50 : 0];
    const [eastM, northM, kph] = second >= from && second < to ? disturbance(truth, second, random) : truth;
    reports.push(at(second, eastM + 3 * random(), kph, { northM: northM + 3 * random() }));
  }
  return reports;
}
const kmOf = (reports: ReturnType<typeof journey>) =>
  ofKind(factsOf(reports), 'day').reduce((sum, { distanceM }) => sum + distanceM, 0) / 1000;

describe.each([10, 30])('with a report every %i s', (every) => {
  it.each([
    ['scattered by up to 2.5 km', scattered(2500)],
    ['scattered by up to 800 m', scattered(800)],
    ['that drives in circles 30 km away', circling],
    ['that wanders at a place far away', wandering],
  ])('a receiver %s drives nothing while driving, and none of the path is lost', (_, disturbance) => {
    // The receiver is disturbed for twenty minutes of the hour.
    const seeds = [11, 12, 13].map((seed) => kmOf(journey(every, PARK_S + 1500, PARK_S + 2700, disturbance, seed)));
    for (const km of seeds) {
      expect(km).toBeGreaterThan(49);
      expect(km).toBeLessThan(57);
    }
  });

  it.each([
    ['scattered by up to 2.5 km', scattered(2500)],
    ['scattered by up to 800 m', scattered(800)],
    ['that drives in circles 30 km away', circling],
    ['that wanders at a place far away', wandering],
  ])('a receiver %s drives nothing while the vehicle stands', (_, disturbance) => {
    for (const seed of [21, 22, 23]) {
      const reports = journey(every, PARK_S + DRIVE_S + 300, PARK_S + DRIVE_S + 1200, disturbance, seed);
      expect(kmOf(reports)).toBeGreaterThan(49.5);
      expect(kmOf(reports)).toBeLessThan(51);
      expect(ofKind(factsOf(reports), 'trip')).toHaveLength(1);
    }
  });
});

it.each([10, 30, 60, 120])(
  'four disturbed receivers with a report every %i s lose less than 20 km in total',
  (every) => {
    const four = [scattered(2500), scattered(800), circling, wandering];
    const more = four.map(
      (disturbance, index) => kmOf(journey(every, PARK_S + 1500, PARK_S + 2700, disturbance, 31 + index)) - 50,
    );
    expect(more.reduce((sum, km) => sum + Math.max(0, km), 0)).toBeLessThan(20);
  },
);

/** Every second report is 6 km off. */
function alternating(): Disturbance {
  let count = 0;
  return (truth) => {
    count += 1;
    return count % 2 === 0 ? truth : [truth[0] + 5000, truth[1] + 3500, truth[2]];
  };
}
/** The same at 100 km/h, on a journey of 100 km. */
const fast =
  (disturbance: Disturbance): Disturbance =>
  ([east, north, kph], ...more) =>
    disturbance([2 * east, north, 2 * kph], ...more);
const same: Disturbance = (truth) => truth;

it.each([
  [60, 2],
  [120, 2],
])(
  'with a report every %i s a receiver that alternates between two locations drives at most %i km',
  (every, mostKm) => {
    for (const seed of [1, 2, 3]) {
      const undisturbed = journey(every, 0, PARK_S + 1500, fast(same), seed);
      const disturbed = journey(every, PARK_S + 1500, PARK_S + 2700, fast(alternating()), seed);
      const rest = journey(every, PARK_S + 2700, 3 * PARK_S + DRIVE_S, fast(same), seed);
      const part = (reports: typeof rest, from: number, to: number) =>
        reports.filter(({ position }) => {
          const second = (position.fixTime.getTime() - T0) / 1000;
          return second >= from && second < to;
        });
      const reports = [
        ...part(undisturbed, 0, PARK_S + 1500),
        ...part(disturbed, PARK_S + 1500, PARK_S + 2700),
        ...part(rest, PARK_S + 2700, Infinity),
      ];
      expect(Math.abs(kmOf(reports) - 100)).toBeLessThan(mostKm);
    }
  },
);

it('a vehicle that rolls on from a light to a customer, without being reported moving, was there', () => {
  const yard = { lat: 0, lon: at(0, 6170, 0).position?.lon ?? 0 };
  const fences = [
    { id: 1, shape: { kind: 'circle' as const, centre: yard, radiusM: 60 }, speedLimitKph: null, schedule: null },
  ];
  // A report every 90 s; the light is at 6,000 m, on the way back too.
  const drives = Array.from({ length: 12 }, (_, index) => at(index * 90, index * 500, index === 0 ? 0 : 20));
  const reports = [
    ...drives,
    at(1080, 6000, 0),
    ...[1170, 1260, 1350].map((second) => at(second, 6172, 0)),
    at(1440, 6005, 4),
    ...Array.from({ length: 12 }, (_, index) => at(1530 + index * 90, 5500 - index * 500, 20)),
  ];
  expect(ofKind(factsOf(reports, contextOf({ fences })), 'visit')).toMatchObject([
    { fenceId: 1, start: T0 + 1_170_000, end: T0 + 1_440_000 },
  ]);
});

it('a vehicle that drives up and down a street of a kilometre, as a sweeper does, drove all of it', () => {
  // A report every 30 s, 250 m apart, at 30 km/h.
  const up = [0, 250, 500, 750, 1000, 750, 500, 250];
  const reports = Array.from({ length: 120 }, (_, index) => at(index * 30, up[index % 8] ?? 0, index === 0 ? 0 : 30));
  expect(kmOf(reports)).toBeCloseTo(29.75, 1);
});

it('left-out fixes are recorded as such, and the path over them is a straight line', () => {
  const reports = journey(30, PARK_S + 1500, PARK_S + 2700, scattered(2500));
  const [trip, ...others] = ofKind(factsOf(reports), 'trip');
  expect(others).toEqual([]);
  expect(trip?.legs.wildFix?.legs).toBeGreaterThan(5);
  // Some 20 minutes at 50 km/h.
  expect(trip?.bridgedM).toBeGreaterThan(15_000);
  expect(trip?.bridgedM).toBeLessThan(19_000);
});

/** 8 km to the north: 8 minutes at 60 km/h. */
const elsewhere: Disturbance = ([east, , kph]) => [east, 8000, kph];

it('a receiver that is really there is believed once it had the time to get there', () => {
  const km = kmOf(journey(10, PARK_S + 1800, 3 * PARK_S + DRIVE_S, elsewhere));
  expect(km).toBeGreaterThan(49);
  expect(km).toBeLessThan(51);
});

it('a device that reports m/s or knots loses nothing', () => {
  for (const unit of [1 / 3.6, 1 / 1.852]) {
    const slow: Disturbance = ([east, north, kph]) => [east, north, kph * unit];
    expect(kmOf(journey(30, 0, 3 * PARK_S + DRIVE_S, slow))).toBeCloseTo(50, 0);
  }
});

it('the facts are the same in any order of arrival', () => {
  const reports = journey(30, PARK_S + 1500, PARK_S + 2700, scattered(2500), 5);
  const timeline = new Timeline(contextOf());
  timeline.receive(reports.filter((_, index) => index % 3 === 0).toReversed());
  timeline.receive(reports.filter((_, index) => index % 3 !== 0));
  expect(timeline.sortedFacts()).toEqual(factsOf(reports));
});

const fix = (second: number, kph: number) => ({
  time: T0 + second * 1000,
  hash: 0,
  lat: 0,
  lon: 0,
  courseDeg: 0,
  engine: null,
  odometerM: null,
  speedKph: kph,
});

it('a vehicle reaches as far as its speeds at both ends allow, with 2 m/s² and at least 60 km/h', () => {
  const run = { state: newState(), context: contextOf(), facts: [], now: T0 };
  // 60 s (58 and 2 for the clock) from 10 to 70 and back to 10 km/h, of which 2 x 8.33 s to change speed at 40 km/h on average.
  expect(reachM(run, fix(0, 0), fix(58, 0))).toBeCloseTo(2 * 8.333 * (40 / 3.6) + (60 - 2 * 8.333) * (70 / 3.6), 0);
  // 10 s: up for 5 s and down for 5, from 2.8 m/s to 12.8.
  expect(reachM(run, fix(0, 0), fix(8, 0))).toBeCloseTo(10 * (10 / 3.6 + 5), 0);
  // From 100 to 100 km/h with 140 as the most: 110 to 140 and back take 2 x 4.17 s.
  expect(reachM(run, fix(0, 100), fix(58, 100))).toBeCloseTo(
    2 * 4.167 * (125 / 3.6) + (60 - 2 * 4.167) * (140 / 3.6),
    0,
  );
});

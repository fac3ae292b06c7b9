import { cityForTests } from '@milepost/city/testing';
import { FREQUENT, type FaultRates } from '@milepost/simulator/faults/fault';
import { type SimulatedVehicle, simulate, type World, worldOf } from '@milepost/simulator/simulate';
import { beforeAll, describe, expect, it } from 'vitest';
import { deviceFaults } from './device-faults.ts';
import type { Fact } from './fact.ts';
import { positionHash } from './report-hash.ts';
import { contextOf, factsOf, ofKind } from './testing/journey.fixture.ts';

const context = contextOf({ timeZone: 'America/Montevideo' });
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

let world: World;
beforeAll(() => {
  world = worldOf(cityForTests());
}, 120_000);

interface Judged {
  week: SimulatedVehicle;
  facts: Fact[];
}

/** Two days of a motorcycle, a van and two trucks with different shifts, and the facts recorded from them. */
function judged(faults: FaultRates, reports = { ignition: true, powerV: true }): Judged[] {
  const simulation = { world, vehicles: [3, 8, 13, 52], days: 2, intervalS: 30, parkedS: 30, faults, reports };
  return simulate(simulation).map((week) => {
    const observed = week.reports.map(({ position }) => ({ position, hash: positionHash(position) }));
    return { week, facts: factsOf(observed, context) };
  });
}

/** Trips of 300 m or more that did not fall into a silence, and for which no fact was recorded. */
function missed({ week: { truth }, facts }: Judged): number {
  const trips = ofKind(facts, 'trip');
  return truth.trips.filter(({ startMs, endMs, lengthM }) => {
    const isIn = startMs > truth.period.startMs + 600_000 && endMs < truth.period.endMs - 600_000;
    const isHidden = truth.unknown.some((silence) => silence.startMs < endMs && silence.endMs > startMs);
    return (
      isIn && !isHidden && lengthM >= 300 && !trips.some(({ start, end }) => start < endMs && (end ?? endMs) > startMs)
    );
  }).length;
}

/** Trips in which the vehicle hardly moved. */
const invented = ({ week: { truth }, facts }: Judged) =>
  ofKind(facts, 'trip').filter(({ start, end }) => truth.drivenBetween(start, end ?? truth.period.endMs) < 150).length;

/** The recorded amount as a share of the real one. */
function share(
  all: readonly Judged[],
  written: (day: Extract<Fact, { kind: 'day' }>) => number,
  was: (one: Judged) => number,
) {
  return sum(all.flatMap(({ facts }) => ofKind(facts, 'day').map(written))) / sum(all.map(was));
}
const drivenM = ({ week }: Judged) => week.truth.drivenM;
const spanS = (spans: readonly { startMs: number; endMs: number }[], leastS = 0) =>
  sum(spans.map(({ startMs, endMs }) => (endMs - startMs) / 1000).filter((seconds) => seconds >= leastS));
const idledS = ({ week }: Judged) => spanS(week.truth.idling, 60);
const engineS = ({ week }: Judged) => spanS(week.truth.engineOn);

/**
 * Returns two parts of the recorded idling: the time in which the vehicle did idle, and that of idling facts during
 * which it never idled for a minute.
 */
function idlingOf({ week: { truth }, facts }: Judged) {
  const was = truth.idling.filter(({ startMs, endMs }) => endMs - startMs >= 60_000);
  const written = ofKind(facts, 'idle').map(({ start, durationS }) => {
    const end = start + durationS * 1000;
    const both = was.map(({ startMs, endMs }) => Math.max(0, Math.min(endMs, end) - Math.max(startMs, start)));
    return { durationS, rightS: sum(both) / 1000 };
  });
  return {
    rightS: sum(written.map(({ rightS }) => rightS)),
    wrongS: sum(written.map(({ durationS, rightS }) => (rightS === 0 ? durationS : 0))),
  };
}

describe.each([
  ['none', {}],
  ['a live wire', { liveWire: 1 }],
  ['a dead wire', { deadWire: 1 }],
  ['an old speed while parked', { staleSpeed: 1 }],
  ['speeds at one place', { ghostSpeed: 1 }],
  ['m/s for km/h', { speedInMps: 1 }],
  ['knots for km/h', { speedInKnots: 1 }],
  ['a course that is stuck', { stuckCourse: 1 }],
  ['a supply that is cut', { powerCut: 1 }],
  ['a receiver that is spoofed', { spoofing: 2 }],
  ['dates months back', { pastDate: 2 }],
] as [string, FaultRates][])('with %s', (_, faults) => {
  it('every trip is recorded and none invented, and the distance is accurate to 3%', () => {
    const all = judged(faults);
    const trips = sum(all.map(({ week }) => week.truth.trips.length));
    expect(sum(all.map(missed))).toBeLessThanOrEqual(trips / 100);
    expect(sum(all.map(invented))).toBeLessThanOrEqual(trips / 100);
    expect(Math.abs(share(all, ({ distanceM }) => distanceM, drivenM) - 1)).toBeLessThan(0.03);
    // Whether or not the wire is right, the engine state follows the alternator.
    expect(Math.abs(share(all, (day) => day.engineS, engineS) - 1)).toBeLessThan(0.08);
    expect(
      ofKind(
        all.flatMap(({ facts }) => facts),
        'tow',
      ),
    ).toEqual([]);
  });
});

/**
 * With a report every 30 s. Idling that ends with a departure is recorded from the first slow fix to the last, which is
 * half an interval too little at either end: 44 spans with 14,704 s, so 1,320 s or 9% too little. Standing for somewhat
 * less than a minute (a traffic light, the kerb until the engine is off) counts as idling where three reports fall into
 * it, or into two halts within 15 m: here some 25 spans of 60 s, 10% to 12% too much. A broken wire that is detected
 * late costs one span.
 */
it('idling follows the engine, whatever the wire reports', () => {
  for (const faults of [{}, { liveWire: 1 }, { deadWire: 1 }]) {
    const all = judged(faults);
    expect(Math.abs(share(all, ({ idleS }) => idleS, idledS) - 1)).toBeLessThan(0.06);
    const trueS = sum(all.map(idledS));
    const idling = all.map(idlingOf);
    expect(sum(idling.map(({ rightS }) => rightS)) / trueS).toBeGreaterThan(0.9);
    expect(sum(idling.map(({ wrongS }) => wrongS)) / trueS).toBeLessThan(0.13);
  }
});

it('a silence is neither driving nor standing, and contains no idling', () => {
  const all = judged({ silence: 2 });
  expect(sum(all.map(invented))).toBeLessThanOrEqual(2);
  const unknownS = share(
    all,
    (day) => day.unseenS,
    ({ week }) => spanS(week.truth.unknown),
  );
  // A silence of less than an hour with unchanged coordinates counts as standing.
  expect(unknownS).toBeGreaterThan(0.7);
  expect(unknownS).toBeLessThan(1.05);
  expect(share(all, ({ idleS }) => idleS, idledS)).toBeLessThan(0.95);
});

it('a tow truck and a ferry are recorded as tows, and not as trips', () => {
  const all = judged({ ride: 1 });
  const rides = sum(all.map(({ week }) => week.truth.rides.length));
  expect(rides).toBeGreaterThan(5);
  const tows = all.flatMap(({ facts }) => ofKind(facts, 'tow'));
  expect(tows.length).toBeGreaterThanOrEqual(0.9 * rides);
  expect(tows.length).toBeLessThanOrEqual(1.1 * rides);
});

const kinds = (faults: FaultRates) =>
  judged(faults).map(({ facts }) =>
    [
      ...new Set(
        ofKind(facts, 'day').flatMap(({ health }) =>
          deviceFaults(health).map((fault) => ('unit' in fault ? fault.unit : fault.kind)),
        ),
      ),
    ].join(),
  );

it('the faults of a device are detected', () => {
  expect(kinds({})).toEqual(['', '', '', '']);
  expect(kinds({ speedInMps: 1 })).toEqual(['m/s', 'm/s', 'm/s', 'm/s']);
  expect(kinds({ speedInKnots: 1 })).toEqual(['knots', 'knots', 'knots', 'knots']);
  expect(kinds({ stuckCourse: 1 })).toEqual(['course', 'course', 'course', 'course']);
  expect(kinds({ ghostSpeed: 1 })).toEqual(['staleSpeed', 'staleSpeed', 'staleSpeed', 'staleSpeed']);
});

it('all of them together invent hardly any trips', () => {
  const all = judged(FREQUENT);
  const trips = sum(all.map(({ week }) => week.truth.trips.length));
  expect(sum(all.map(missed))).toBeLessThanOrEqual(trips / 50);
  expect(sum(all.map(invented))).toBeLessThanOrEqual(trips / 50);
});

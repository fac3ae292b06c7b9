import type { Attributes } from '@milepost/protocols/types';
import { describe, expect, it } from 'vitest';
import type { AnyReport } from './report.ts';
import { at, contextOf, factsOf, ofKind, statusAt, T0 } from './testing/journey.fixture.ts';
import { Timeline } from './timeline.ts';

const on = { ignition: true };
const off = { ignition: false };
const LATER_S = 7200;

/**
 * Eight legs at 36 km/h with a report every `every` seconds, a red light one leg on, and the destination 400 m behind
 * it, where no report shows it moving.
 */
function drive(every: number, wire: Attributes = on) {
  const legs = Array.from({ length: 9 }, (_, n) => at(n * every, n * every * 10, n === 0 ? 0 : 36, wire));
  const lightM = every * 90;
  const arrival = every * 10;
  const yardM = lightM + 400;
  const way: AnyReport[] = [...legs, at(every * 9, lightM, 0, wire), at(arrival, yardM, 0, wire)];
  return { way, arrival, yardM };
}
/** Wakes at the same location, and drives on. */
const next = (from: number, fromM: number, wire: Attributes = on) =>
  Array.from({ length: 9 }, (_, n) => at(from + n * 60, fromM + n * 600, n === 0 ? 0 : 36, wire));
const yard = (eastM: number) => ({
  id: 1,
  shape: { kind: 'circle' as const, centre: { lat: 0, lon: at(0, eastM, 0).position.lon }, radiusM: 100 },
  speedLimitKph: null,
  schedule: null,
});

describe.each([60, 120, 300])(
  'a vehicle that drives from a red light to the destination, with a report every %i s, and then sleeps,',
  (every) => {
    const { way, arrival, yardM } = drive(every);

    it.each([
      ['ignition off with a place', at(arrival + 20, yardM, 0, off)],
      ['ignition off without a place', statusAt(arrival + 20, off)],
    ])('known by %s, drove all of it and ended there', (_, written) => {
      const reports = [...way, written, ...next(arrival + LATER_S, yardM)];
      const [trip, second, ...others] = ofKind(factsOf(reports), 'trip');
      expect(others).toEqual([]);
      expect(trip).toMatchObject({ start: T0, end: T0 + arrival * 1000, endReason: 'ignition', unseenS: 0, legs: {} });
      expect(trip?.distanceM).toBeCloseTo(yardM, -1);
      expect(second?.start).toBe(T0 + (arrival + LATER_S) * 1000);
      expect(ofKind(factsOf(reports), 'tow')).toEqual([]);
    });

    it('is inside its geofence as soon as the ignition is off, before any further report', () => {
      const reports = [...way, at(arrival + 20, yardM, 0, off)];
      const visits = ofKind(factsOf(reports, contextOf({ fences: [yard(yardM)] })), 'visit');
      expect(visits).toMatchObject([{ fenceId: 1, start: T0 + arrival * 1000, end: null }]);
    });

    it('is where the only report from the destination shows the ignition off', () => {
      const reports = [...way.slice(0, -1), at(arrival, yardM, 0, off), ...next(arrival + LATER_S, yardM)];
      const [trip, ...others] = ofKind(factsOf(reports), 'trip');
      expect(others).toHaveLength(1);
      expect(trip).toMatchObject({ end: T0 + arrival * 1000, unseenS: 0, legs: {} });
      expect(trip?.distanceM).toBeCloseTo(yardM, -1);
    });

    it('ended there without an ignition wire too', () => {
      const silent = drive(every, {});
      const reports = [...silent.way, ...next(arrival + LATER_S, yardM, {})];
      const [trip, ...others] = ofKind(factsOf(reports), 'trip');
      expect(others).toHaveLength(1);
      expect(trip).toMatchObject({ end: T0 + arrival * 1000, unseenS: 0 });
      expect(trip?.distanceM).toBeCloseTo(yardM, -1);
    });

    it('ended there if the device left the vehicle before any further report', () => {
      const timeline = new Timeline(contextOf());
      timeline.receive(way);
      timeline.end();
      const [trip, ...others] = ofKind(timeline.sortedFacts(), 'trip');
      expect(others).toEqual([]);
      expect(trip).toMatchObject({ end: T0 + arrival * 1000, endReason: 'deviceChange', legs: {} });
      expect(trip?.distanceM).toBeCloseTo(yardM, -1);
    });

    it('is recorded the same in any order of arrival', () => {
      const reports = [...way, at(arrival + 20, yardM, 0, off), ...next(arrival + LATER_S, yardM)];
      const timeline = new Timeline(contextOf());
      timeline.receive(reports.filter((_, index) => index % 3 === 0).toReversed());
      timeline.receive(reports.filter((_, index) => index % 3 !== 0));
      expect(timeline.sortedFacts()).toEqual(factsOf(reports));
    });

    it('does not stand a kilometre away if the receiver had one error at the light', () => {
      const [light, erred] = [every * 90, at(every * 10, every * 90 + 100, 0, { northM: 700, ...on })];
      const reports = [
        ...way.slice(0, -1),
        erred,
        at(every * 11, light, 0, on),
        at(every * 11 + 20, light, 0, off),
        ...next(every * 11 + LATER_S, light),
      ];
      const [trip, ...others] = ofKind(factsOf(reports), 'trip');
      expect(others).toHaveLength(1);
      expect(trip?.end).toBe(T0 + every * 9000);
      expect(trip?.distanceM).toBeCloseTo(light, -1);
    });
  },
);

it('a vehicle that departs to a red light without being reported moving until the next report drove with the engine on: no tow', () => {
  // Parked at 0; the first report of the drive is at a light 600 m on, the next two move, the last is the destination.
  const reports = [
    ...next(-9000, -4800),
    at(-8400, 0, 0, off),
    at(0, 0, 0, on),
    at(120, 600, 0, on),
    at(240, 1700, 36, on),
    at(360, 2400, 17, on),
    at(480, 3000, 0, on),
    at(483, 3000, 0, off),
    at(1383, 3000, 0, off),
  ];
  const facts = factsOf(reports);
  expect(ofKind(facts, 'tow')).toEqual([]);
  const trip = ofKind(facts, 'trip').at(-1);
  expect(trip).toMatchObject({ start: T0, end: T0 + 480_000, unseenS: 0 });
  expect(trip?.distanceM).toBeCloseTo(3000, -1);
});

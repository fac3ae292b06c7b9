import { cityForTests } from '@milepost/city/testing';
import { demoFleet } from '@milepost/simulator/fleet';
import { localDay } from '@milepost/simulator/local-time';
import { Movement } from '@milepost/simulator/movement';
import { pastReports } from '@milepost/simulator/past';
import { Recorder } from '@milepost/simulator/recorder';
import { Streets } from '@milepost/simulator/streets';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from './advance.ts';
import type { Trip } from './fact.ts';
import { positionHash } from './report-hash.ts';
import { contextOf, factsOf, ofKind } from './testing/journey.fixture.ts';

/** Monday 16 November 2026 in Montevideo. */
const DAY = localDay(Date.UTC(2026, 10, 16, 12));
const context = contextOf({ timeZone: 'America/Montevideo' });

let city: ReturnType<typeof cityForTests>;
let streets: Streets;
beforeAll(() => {
  city = cityForTests();
  streets = new Streets(city.graph);
}, 120_000);

/** A shift of a vehicle as its device reports it, each 30 s on the way, and what really was. */
function shift(index: number, exact: boolean) {
  const vehicle = demoFleet(60)[index];
  if (!vehicle) throw new Error('no such vehicle');
  const movement = new Movement(vehicle, index, streets, city.outlets, DAY);
  const { trips: truth } = movement.dayTruth(DAY);
  const from = (truth[0]?.startMs ?? 0) - 1_800_000;
  const to = (truth.at(-1)?.endMs ?? 0) + 3_600_000;
  const reports: Report[] = [];
  const add = (
    ms: number,
    seen: { lat: number; lon: number; speedKph: number; courseDeg: number; ignition: boolean },
    valid: boolean,
  ) => {
    const { lat, lon, speedKph, courseDeg, ignition } = seen;
    const position = {
      fixTime: new Date(ms),
      lat,
      lon,
      altitudeM: null,
      speedKph,
      courseDeg,
      valid,
      attributes: { ignition },
    };
    reports.push({ position, hash: positionHash(position) });
  };
  if (exact) for (let ms = from; ms < to; ms += 30_000) add(ms, movement.truthAt(ms), true);
  else
    for (const each of pastReports(new Recorder(vehicle, index, movement), from, to))
      add(each.timeMs, each, each.valid);
  return { truth, reports, trips: ofKind(factsOf(reports, context), 'trip') };
}

/** How many valid fixes lie between the end of a trip and the true halt that is nearest in fixes. */
function fixesOff(trip: Trip, truth: readonly { endMs: number }[], reports: readonly Report[]): number {
  const end = trip.end ?? 0;
  const counts = truth.map(({ endMs }) => {
    const [low, high] = [Math.min(end, endMs), Math.max(end, endMs)];
    return reports.filter(({ position }) => {
      const time = position.fixTime.getTime();
      return position.valid && time > low && time < high;
    }).length;
  });
  return Math.min(...counts);
}

describe('shifts of the simulated fleet, of which the truth is known', () => {
  for (const exact of [true, false]) {
    it(
      exact ? 'seen exactly' : 'seen by a receiver, with noise, tunnels and losses',
      () => {
        let [trueM, toldM] = [0, 0];
        for (const index of [0, 8, 20, 36, 52]) {
          const { truth, reports, trips } = shift(index, exact);
          const vehicleM = truth.reduce((sum, { lengthM }) => sum + lengthM, 0);
          const ownM = trips.reduce((sum, { distanceM }) => sum + distanceM, 0);
          // With ignition wired, several true drives with an engine-on halt between them are one trip.
          expect(trips.length).toBeGreaterThan(truth.length / 4);
          for (const trip of trips) expect(fixesOff(trip, truth, reports)).toBeLessThanOrEqual(exact ? 1 : 2);
          expect(Math.abs(ownM / vehicleM - 1)).toBeLessThan(0.02);
          trueM += vehicleM;
          toldM += ownM;
        }
        expect(Math.abs(toldM / trueM - 1)).toBeLessThan(0.015);
      },
      60_000,
    );
  }
});

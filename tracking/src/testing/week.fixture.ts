import { cityForTests } from '@milepost/city/testing';
import { demoFleet } from '@milepost/simulator/fleet';
import { dayStart, localDay } from '@milepost/simulator/local-time';
import { Movement, type Truth } from '@milepost/simulator/movement';
import { Streets } from '@milepost/simulator/streets';
import { EARTH_RADIUS_M } from '../geo.ts';
import type { Report } from '../report.ts';
import { positionHash } from '../report-hash.ts';
import { normal, seeded } from './journey.fixture.ts';

/** Monday 16 November 2026 in Montevideo; the week ends seven days later. */
const DAY = localDay(Date.UTC(2026, 10, 16, 12));
export const WEEK = { from: dayStart(DAY), to: dayStart(DAY + 7) };
const STEP_MS = 30_000;
const HOUR_MS = 3_600_000;
/** A receiver that has just driven knows where it is. */
const STEADY_MS = 10 * 60_000;
const GAP_MS = 40 * 60_000;
const DEGREE_M = (Math.PI / 180) * EARTH_RADIUS_M;

/** How a device sees the truth. */
export interface Observer {
  ignition: boolean;
  /** A receiver with noise and faults, or one that sees exactly. */
  faults: boolean;
}

export interface Week {
  /** What really was, each 30 s. */
  truth: { ms: number; at: Truth }[];
  /** Halts after which it stood until, in order. */
  halts: { at: number; until: number; engineOff: boolean }[];
}

/** Weeks of vehicles of the demo, which drive through a real city and know where they stood. */
export function simulatedWeeks(indexes: readonly number[]): Week[] {
  const city = cityForTests();
  const streets = new Streets(city.graph);
  const fleet = demoFleet(60);
  return indexes.map((index) => {
    const vehicle = fleet[index];
    if (!vehicle) throw new RangeError(`no vehicle ${index}`);
    const movement = new Movement(vehicle, index, streets, city.outlets, DAY);
    const truth: Week['truth'] = [];
    for (let ms = WEEK.from; ms < WEEK.to; ms += STEP_MS) truth.push({ ms, at: movement.truthAt(ms) });
    const days = [-1, 0, 1, 2, 3, 4, 5, 6].map((day) => movement.dayTruth(DAY + day));
    const starts = days.flatMap(({ trips }) => trips.map(({ startMs }) => startMs));
    const halts = days.flatMap(({ stops }) =>
      stops.map(({ startMs, engineOff }) => {
        const until = starts.find((ms) => ms >= startMs) ?? Infinity;
        return { at: startMs, until, engineOff };
      }),
    );
    return { truth, halts };
  });
}

/** Forty minutes of each day in which nothing is heard, somewhere in the day. */
export function gapsOf(seed: number): { from: number; to: number }[] {
  const random = seeded(seed);
  return [0, 1, 2, 3, 4, 5, 6].map((day) => {
    const from = WEEK.from + (day + 0.9 * random()) * 24 * HOUR_MS;
    return { from, to: from + GAP_MS };
  });
}

/**
 * What a device reports of a week. With faults: 4 m of noise on the way and 30 m in nights (from ten minutes on
 * where it stands for an hour or more), whole km/h, courses that err the more the slower it goes, no fix in tunnels, one fix in 500 up to 30 km
 * away, and the holes.
 */
export function reportsOf({ truth, halts }: Week, observer: Observer, seed: number): Report[] {
  const random = seeded(seed);
  const holes = observer.faults ? gapsOf(seed) : [];
  const nights = halts.filter(({ at, until }) => until - at >= HOUR_MS);
  let [north, east] = [0, 0];
  let last: { lat: number; lon: number } | null = null;
  return truth.flatMap(({ ms, at }) => {
    if (holes.some(({ from, to }) => ms >= from && ms < to)) return [];
    let { lat, lon, speedKph, courseDeg } = at;
    let valid = true;
    if (observer.faults) {
      const isNight = nights.some((night) => ms > night.at + STEADY_MS && ms < night.until);
      const [dn, de] = normal(random, 1);
      [north, east] = [0.6 * north + 0.8 * dn, 0.6 * east + 0.8 * de];
      const sigma = isNight ? 30 : 4;
      const wild = random() < 1 / 500 ? (random() - 0.5) * 0.5 : 0;
      lat += (sigma * north) / DEGREE_M + wild;
      lon += (sigma * east) / (DEGREE_M * Math.cos((lat * Math.PI) / 180)) + wild;
      speedKph = Math.round(Math.max(0, speedKph + 0.5 * dn));
      courseDeg = (Math.round(courseDeg + (60 / Math.max(2, speedKph)) * de) + 360) % 360;
      if (at.tunnel) [valid, lat, lon] = [false, last?.lat ?? lat, last?.lon ?? lon];
      else last = { lat, lon };
    }
    const attributes = observer.ignition ? { ignition: at.ignition } : {};
    const position = { fixTime: new Date(ms), lat, lon, altitudeM: null, speedKph, courseDeg, valid, attributes };
    return { position, hash: positionHash(position) };
  });
}

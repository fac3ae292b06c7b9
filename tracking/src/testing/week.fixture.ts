import { cityForTests } from '@milepost/city/testing';
import { demoFleet } from '@milepost/simulator/fleet';
import { dayStart, localDay } from '@milepost/simulator/local-time';
import { Movement, type TrueFacts } from '@milepost/simulator/movement';
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
/** A receiver is accurate for this long after driving. */
const STEADY_MS = 10 * 60_000;
const GAP_MS = 40 * 60_000;
const DEGREE_M = (Math.PI / 180) * EARTH_RADIUS_M;

/** How a device observes the true movement. */
export interface Observer {
  ignition: boolean;
  /** Whether the receiver has noise and faults, or is exact. */
  faults: boolean;
}

export interface Week {
  /** The true movement, every 30 s. */
  truth: { ms: number; at: TrueFacts }[];
  /** Halts with the end of their standing, in order. */
  halts: { at: number; until: number; engineOff: boolean }[];
}

/** Weeks of demo vehicles, which drive through a real city, with the true location of every halt. */
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

/** Forty minutes without data on each day, at a random time. */
export function gapsOf(seed: number): { from: number; to: number }[] {
  const random = seeded(seed);
  return [0, 1, 2, 3, 4, 5, 6].map((day) => {
    const from = WEEK.from + (day + 0.9 * random()) * 24 * HOUR_MS;
    return { from, to: from + GAP_MS };
  });
}

/**
 * Returns a device's reports for a week. With faults: 4 m of noise while driving and 30 m at night (from ten minutes on
 * where it stands for an hour or more), whole km/h, courses with errors that grow at low speed, no fix in tunnels, one
 * fix in 500 up to 30 km away, and the gaps.
 */
export function reportsOf({ truth, halts }: Week, observer: Observer, seed: number): Report[] {
  const random = seeded(seed);
  const gaps = observer.faults ? gapsOf(seed) : [];
  const nights = halts.filter(({ at, until }) => until - at >= HOUR_MS);
  let [north, east] = [0, 0];
  let last: { lat: number; lon: number } | null = null;
  return truth.flatMap(({ ms, at }) => {
    if (gaps.some(({ from, to }) => ms >= from && ms < to)) return [];
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

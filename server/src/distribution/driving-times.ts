import type { Coordinates } from '@milepost/contract/common';
import { metresBetween } from '@milepost/contract/fence-geometry';

/** The driving of a fleet in trips that began in one hour of the day, 0 to 23. */
export interface DrivenHour {
  hour: number;
  drivenM: number;
  /** The straight lines between the ends of the trips. */
  straightM: number;
  seconds: number;
}

/** The distance and the speed of driving, in relation to the straight line. */
export interface Driving {
  /** Metres driven per metre of the straight line. */
  factor: number;
  speedKph: number;
}

/** The experience from a fleet's trips. */
export interface DrivingExperience {
  factor: number;
  /** By the hour of the day, 0 to 23. */
  speedKph: readonly number[];
}

/**
 * The prior, as in towns. It is combined with what a fleet has driven: a few trips change it little, many replace
 * nearly all of it.
 */
const USUAL: Driving = { factor: 1.35, speedKph: 25 };
const USUAL_STRAIGHT_M = 50_000;
const USUAL_S = 2 * 3600;
/** Plausible bounds. */
const FACTOR = { least: 1, most: 3 };
const SPEED_KPH = { least: 5, most: 110 };

const between = (value: number, { least, most }: { least: number; most: number }) =>
  Math.min(most, Math.max(least, value));

/**
 * The factor of the straight line (driven over straight metres) and the speed of each hour (metres over seconds). An
 * hour with little driving is close to the speed of the whole day, and a fleet with little driving to what is usual in
 * towns.
 */
export function learnDriving(hours: readonly DrivenHour[]): DrivingExperience {
  const sum = (of: (hour: DrivenHour) => number) => hours.reduce((all, hour) => all + of(hour), 0);
  const drivenM = sum((hour) => hour.drivenM);
  const factor = (drivenM + USUAL.factor * USUAL_STRAIGHT_M) / (sum((hour) => hour.straightM) + USUAL_STRAIGHT_M);
  const usualMps = USUAL.speedKph / 3.6;
  const dayMps = (drivenM + usualMps * USUAL_S) / (sum((hour) => hour.seconds) + USUAL_S);
  const speedKph = Array.from({ length: 24 }, (_, hour) => {
    const of = hours.find((each) => each.hour === hour);
    const mps = ((of?.drivenM ?? 0) + dayMps * USUAL_S) / ((of?.seconds ?? 0) + USUAL_S);
    return between(mps * 3.6, SPEED_KPH);
  });
  return { factor: between(factor, FACTOR), speedKph };
}

/** The driving of some hours of the day: the mean speed from one hour on. @param hours at least the first counts */
export function drivingIn({ factor, speedKph }: DrivingExperience, fromHour: number, hours: number): Driving {
  const count = Math.min(24, Math.max(1, Math.ceil(hours)));
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += speedKph[(fromHour + index) % 24] ?? USUAL.speedKph;
  return { factor, speedKph: sum / count };
}

/** A matrix of metres and seconds between places, in row-major order; infinite where there is no way. */
export interface DrivingTable {
  metres: Float64Array;
  seconds: Float64Array;
}

/**
 * Reads a driving matrix, from a configured router or from straight lines. A null place is at no distance from
 * everything: a run then begins at its first stop or ends at its last.
 */
export type ReadDrivingTable = (places: readonly (Coordinates | null)[]) => Promise<DrivingTable>;

/** Straight lines, multiplied by the factor, at the given speed. They are symmetric, so each pair is measured once. */
export function straightTable(places: readonly (Coordinates | null)[], { factor, speedKph }: Driving): DrivingTable {
  const count = places.length;
  const metres = new Float64Array(count ** 2);
  for (const [row, from] of places.entries()) {
    if (!from) continue;
    for (let column = 0; column < row; column += 1) {
      const to = places[column];
      if (!to) continue;
      const way = metresBetween(from, to) * factor;
      metres[row * count + column] = way;
      metres[column * count + row] = way;
    }
  }
  return { metres, seconds: metres.map((way) => (way * 3.6) / speedKph) };
}

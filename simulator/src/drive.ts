import { elementAt } from '@milepost/city/at';
import { bearingDeg } from '@milepost/city/distance';
import type { RoadClass } from '@milepost/city/road-class';
import type { Random } from './random.ts';
import type { Path } from './streets.ts';

/** A driving style: rates in m/s², and the share of the speed limit used by the driver in traffic. */
export interface DrivingStyle {
  acceleration: number;
  braking: number;
  pace: number;
}

/** A path with its timing. Seconds from the start; a vehicle reaches point i at reach[i] and leaves it waits[i] later. */
export interface Drive {
  path: Path;
  manner: DrivingStyle;
  reach: Float64Array;
  waits: Float32Array;
  /** Speed over each point, m/s. */
  speeds: Float64Array;
  /** Highest speed on each section, m/s. */
  caps: Float64Array;
  durationS: number;
  lengthM: number;
}

/** The state of a drive at a moment. */
export interface DriveState {
  lat: number;
  lon: number;
  alongM: number;
  speedMps: number;
  courseDeg: number;
  tunnel: boolean;
}

/** The share of the limit at which streets are driven in practice: parked cars, crossings, children. */
const PRACTICE: Readonly<Partial<Record<RoadClass, number>>> = { residential: 0.8, service: 0.8, tertiary: 0.92 };
const RANK: Readonly<Record<RoadClass, number>> = {
  motorway: 7,
  trunk: 6,
  primary: 5,
  secondary: 4,
  tertiary: 3,
  residential: 2,
  service: 1,
  path: 0,
};

/** Returns the speed in m/s for a corner of this many degrees. */
function cornerSpeed(degrees: number): number {
  if (degrees < 12) return Infinity;
  if (degrees < 25) return 14;
  if (degrees < 45) return 9;
  if (degrees < 70) return 6;
  return degrees < 120 ? 4.2 : 2.2;
}

function turnAt(path: Path, i: number): number {
  const a = bearingDeg(
    elementAt(path.lats, i - 1),
    elementAt(path.lons, i - 1),
    elementAt(path.lats, i),
    elementAt(path.lons, i),
  );
  const b = bearingDeg(
    elementAt(path.lats, i),
    elementAt(path.lons, i),
    elementAt(path.lats, i + 1),
    elementAt(path.lons, i + 1),
  );
  const turn = Math.abs(a - b);
  return Math.min(turn, 360 - turn);
}

/**
 * Computes the timing of a path: limits, corners, lights and give-way lines, within the vehicle's acceleration and
 * braking.
 */
export function planDrive(path: Path, manner: DrivingStyle, random: Random): Drive {
  const last = path.lats.length - 1;
  const speeds = new Float64Array(last + 1);
  const waits = new Float32Array(last + 1);
  const caps = new Float64Array(Math.max(0, last));
  for (let i = 0; i < last; i += 1) {
    caps[i] = (elementAt(path.limitsKph, i) / 3.6) * manner.pace * (PRACTICE[elementAt(path.classes, i)] ?? 1);
  }
  for (let i = 1; i < last; i += 1) {
    speeds[i] = Math.min(elementAt(caps, i - 1), elementAt(caps, i), cornerSpeed(turnAt(path, i)));
    const rise = RANK[elementAt(path.classes, i)] - RANK[elementAt(path.classes, i - 1)];
    // A light is red somewhat less than half of the time; a driver joining a larger road has to give way.
    const stops = path.signals[i] === true ? random() < 0.42 : rise > 0 && random() < 0.3;
    if (!stops) continue;
    speeds[i] = 0;
    waits[i] = path.signals[i] === true ? 4 + random() * 38 : 1 + random() * 6;
  }
  const length = (i: number): number => elementAt(path.along, i + 1) - elementAt(path.along, i);
  for (let i = 0; i < last; i += 1) {
    const reachable = Math.sqrt(elementAt(speeds, i) ** 2 + 2 * manner.acceleration * length(i));
    if (i + 1 < last) speeds[i + 1] = Math.min(elementAt(speeds, i + 1), reachable);
  }
  for (let i = last - 1; i >= 0; i -= 1) {
    speeds[i] = Math.min(
      elementAt(speeds, i),
      Math.sqrt(elementAt(speeds, i + 1) ** 2 + 2 * manner.braking * length(i)),
    );
  }
  const reach = new Float64Array(last + 1);
  for (let i = 0; i < last; i += 1) {
    const [v0, v1, cap] = [elementAt(speeds, i), elementAt(speeds, i + 1), elementAt(caps, i)];
    reach[i + 1] = elementAt(reach, i) + elementAt(waits, i) + sectionOf(length(i), v0, v1, cap, manner).seconds;
  }
  return { path, manner, reach, waits, speeds, caps, durationS: reach[last] ?? 0, lengthM: path.along[last] ?? 0 };
}

interface Section {
  peak: number;
  /** Seconds of acceleration, of constant speed, and in total. */
  upS: number;
  evenS: number;
  seconds: number;
}

/** Acceleration to a peak, constant speed, braking: the quickest way over a section. */
function sectionOf(
  lengthM: number,
  v0: number,
  v1: number,
  cap: number,
  { acceleration: a, braking: b }: DrivingStyle,
): Section {
  const peak = Math.max(v0, v1, Math.min(cap, Math.sqrt((2 * a * b * lengthM + b * v0 * v0 + a * v1 * v1) / (a + b))));
  const upS = (peak - v0) / a;
  const downS = (peak - v1) / b;
  const evenM = Math.max(0, lengthM - ((peak + v0) / 2) * upS - ((peak + v1) / 2) * downS);
  const evenS = peak > 0 ? evenM / peak : 0;
  return { peak, upS, evenS, seconds: upS + evenS + downS };
}

/** Returns the vehicle's state `seconds` after the start of the drive (clamped to the drive). */
export function driveAt(drive: Drive, seconds: number): DriveState {
  const { path, reach, waits, speeds, caps, manner } = drive;
  const last = path.lats.length - 1;
  let low = 0;
  let high = last - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (elementAt(reach, middle) <= seconds) low = middle;
    else high = middle - 1;
  }
  const i = Math.max(0, low);
  const length = elementAt(path.along, i + 1) - elementAt(path.along, i);
  const t = Math.max(0, seconds - elementAt(reach, i) - elementAt(waits, i));
  const [v0, v1] = [elementAt(speeds, i), elementAt(speeds, i + 1)];
  const section = sectionOf(length, v0, v1, elementAt(caps, i), manner);
  let moved = length;
  let speed = v1;
  if (t < section.upS) {
    moved = v0 * t + (manner.acceleration * t * t) / 2;
    speed = v0 + manner.acceleration * t;
  } else if (t < section.upS + section.evenS) {
    moved = ((v0 + section.peak) / 2) * section.upS + section.peak * (t - section.upS);
    speed = section.peak;
  } else if (t < section.seconds) {
    const left = section.seconds - t;
    moved = length - v1 * left - (manner.braking * left * left) / 2;
    speed = v1 + manner.braking * left;
  } else if (i < last - 1 || seconds >= drive.durationS) {
    speed = seconds >= drive.durationS ? 0 : v1;
  }
  if (seconds < elementAt(reach, i) + elementAt(waits, i)) speed = 0;
  const part = Math.min(1, Math.max(0, moved / length));
  const [latA, lonA, latB, lonB] = [
    elementAt(path.lats, i),
    elementAt(path.lons, i),
    elementAt(path.lats, i + 1),
    elementAt(path.lons, i + 1),
  ];
  return {
    lat: latA + (latB - latA) * part,
    lon: lonA + (lonB - lonA) * part,
    alongM: elementAt(path.along, i) + length * part,
    speedMps: speed,
    courseDeg: bearingDeg(latA, lonA, latB, lonB),
    tunnel: path.tunnels[i] === true,
  };
}

import type { DayHealth } from './fact.ts';

/** A fault of a device, detected from a day of its reports. */
export type DeviceFault =
  /** The device reports speeds in this unit; multiplied by `factor` they are km/h. Null when no unit fits. */
  | { kind: 'speedUnit'; unit: 'km/h' | 'm/s' | 'knots' | 'mph' | null; factor: number }
  /** The course does not change when the vehicle turns. */
  | { kind: 'course'; share: number }
  /** A speed was reported for this long while the coordinates stayed the same. */
  | { kind: 'staleSpeed'; seconds: number }
  /** Reports with an impossible time. */
  | { kind: 'clock'; reports: number }
  /** At this many reports, more geofences, outlets and depots were entered than are recorded. */
  | { kind: 'crowdedAreas'; reports: number }
  /** At this many reports, more alarms were raised than are recorded individually. */
  | { kind: 'crowdedAlarms'; reports: number };

/** Fewer metres say nothing about units; fewer legs nothing about courses. */
const ENOUGH_M = 3000;
const ENOUGH_LEGS = 30;
/** Straight lines between coordinates cut corners, and speeds are momentary: within this range the two agree. */
const AGREES: readonly [number, number] = [0.75, 1.3];
const UNITS = [
  { unit: 'km/h', factor: 1 },
  { unit: 'm/s', factor: 3.6 },
  { unit: 'knots', factor: 1.852 },
  { unit: 'mph', factor: 1.609_344 },
] as const;
/** The allowed difference between the measured factor and the unit's factor. */
const FITS = 0.12;
/** When the course is wrong in this share of the legs, it does not follow the vehicle. */
export const COURSE_OFF = 0.4;
const STALE_S = 600;

/**
 * Judges a day, or the sum of several; empty when no fault is found or there is too little data.
 * @param speedFactor the current factor for its speeds, which may differ from the one at the time of the reports
 */
export function deviceFaults(health: DayHealth, speedFactor = 1): DeviceFault[] {
  const faults: DeviceFault[] = [];
  const factor = health.speedM > 0 ? health.placeM / health.speedM : speedFactor;
  const off = factor / speedFactor;
  if (health.placeM >= ENOUGH_M && (off < AGREES[0] || off > AGREES[1])) {
    const fitting = UNITS.find((unit) => Math.abs(factor / unit.factor - 1) <= FITS);
    faults.push({ kind: 'speedUnit', unit: fitting?.unit ?? null, factor: fitting?.factor ?? round2(factor) });
  }
  const share = health.courseOff / Math.max(1, health.courseLegs);
  if (health.courseLegs >= ENOUGH_LEGS && share >= COURSE_OFF) faults.push({ kind: 'course', share: round2(share) });
  if (health.staleSpeedS >= STALE_S) faults.push({ kind: 'staleSpeed', seconds: Math.round(health.staleSpeedS) });
  if (health.clockFaults > 0) faults.push({ kind: 'clock', reports: health.clockFaults });
  for (const kind of ['crowdedAreas', 'crowdedAlarms'] as const) {
    const reports = health[kind] ?? 0;
    if (reports > 0) faults.push({ kind, reports });
  }
  return faults;
}

/** A day without data. */
export function noHealth(): DayHealth {
  return { speedM: 0, placeM: 0, courseLegs: 0, courseOff: 0, staleSpeedS: 0, clockFaults: 0 };
}

/** Adds a day to a sum. */
export function addHealth(sum: DayHealth, more: DayHealth): void {
  sum.speedM += more.speedM;
  sum.placeM += more.placeM;
  sum.courseLegs += more.courseLegs;
  sum.courseOff += more.courseOff;
  sum.staleSpeedS += more.staleSpeedS;
  sum.clockFaults += more.clockFaults;
  sum.crowdedAreas = (sum.crowdedAreas ?? 0) + (more.crowdedAreas ?? 0);
  sum.crowdedAlarms = (sum.crowdedAlarms ?? 0) + (more.crowdedAlarms ?? 0);
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

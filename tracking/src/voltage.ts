/**
 * The engine state derived from the supply voltage, which the alternator raises. The two levels differ between vehicles
 * and between 12 and 24 V, so both are learned: the voltage while driving, and after long standing. Volts.
 */
export interface VoltageLevels {
  /** Mean while driving, and the number of readings. */
  driveV: number;
  driveN: number;
  /** The lower readings during long standing, so that idling in between does not raise it. */
  restV: number;
  restN: number;
  /** The share of readings above the border while driving: low with a smart alternator. */
  aboveShare: number;
  /** Whether the engine runs by these readings; null if they do not show it. */
  running: boolean | null;
  /** Since when the engine has been in that state, epoch milliseconds. */
  since: number;
  /** When it was last read. */
  at: number;
  /** The first reading on the other side of the border, until a second confirms it. */
  turnedAt: number | null;
}

/** Returns the levels before any reading. */
export function newVoltage(): VoltageLevels {
  return { driveV: 0, driveN: 0, restV: 0, restN: 0, aboveShare: 1, running: null, since: 0, at: 0, turnedAt: null };
}

/** Below this the supply was cut. */
const CUT_V = 6;
/** No vehicle has more: the meter signals an unknown value. */
const MAX_V = 36;
/** Readings needed for a level. */
const ENOUGH = 10;
const SLOWEST = 0.02;
/**
 * A battery at rest never has more volts. This is the border before the first drive, and the minimum for driving
 * afterwards.
 */
const CHARGING_12_V = 13.1;
const CHARGING_24_V = 26.4;
const BETWEEN_SYSTEMS_V = 18;
/**
 * Until it has stood for long, the border lies this far below the driving voltage; the limits of that distance follow.
 */
const BORDER = 0.955;
const HIGHEST_BORDER = 0.98;
const LOWEST_BORDER = 0.92;
/** Two levels must be this far apart. */
const MIN_RISE = 0.03;
/** A reading this near the border is inconclusive. */
const SLACK = 0.005;
/** The voltage is evidence only if this share of the readings while driving lies above the border. */
const MOSTLY = 0.9;

/** Processes a reading. `phase`: what the vehicle certainly does; null where unknown. */
export function readVoltage(levels: VoltageLevels, volts: number, phase: 'driving' | 'standing' | null, at: number) {
  if (!(volts <= MAX_V)) return;
  levels.at = at;
  if (volts < CUT_V) {
    levels.running = null;
    levels.turnedAt = null;
    return;
  }
  if (phase === 'driving') learnDriving(levels, volts);
  else if (phase === 'standing') learnStanding(levels, volts);
  judge(levels, volts, at);
}

function learnDriving(levels: VoltageLevels, volts: number): void {
  levels.driveN += 1;
  const share = Math.max(1 / levels.driveN, SLOWEST);
  const step = volts - levels.driveV;
  const bound = levels.driveN === 1 ? Infinity : levels.driveV * 0.04;
  levels.driveV += Math.max(-bound, Math.min(bound, step)) * share;
  levels.aboveShare +=
    ((volts >= borderV(levels, volts) ? 1 : 0) - levels.aboveShare) * Math.max(1 / (levels.driveN + ENOUGH), SLOWEST);
}

/** Learns the lower fifth of the readings: each lower one pulls four times as much as a higher one. */
function learnStanding(levels: VoltageLevels, volts: number): void {
  levels.restN += 1;
  if (levels.restN === 1) levels.restV = volts;
  else levels.restV += levels.restV * (volts < levels.restV ? -0.004 : 0.001);
}

function chargingV(volts: number): number {
  return volts < BETWEEN_SYSTEMS_V ? CHARGING_12_V : CHARGING_24_V;
}

/** True when this vehicle's voltage is evidence about its engine. */
function isTelling({ driveV, driveN, aboveShare }: VoltageLevels): boolean {
  return driveN < ENOUGH || (driveV >= chargingV(driveV) && aboveShare >= MOSTLY);
}

/**
 * True when its readings have distinguished a running engine from one that is off: only then does "off" while moving
 * prove anything.
 */
export const isDistinct = ({ driveV, driveN, restV, restN }: VoltageLevels): boolean =>
  driveN >= ENOUGH && restN >= ENOUGH && restV >= CUT_V && driveV - restV >= MIN_RISE * driveV;

/** Returns the border between a standing and a running engine, for a system of this voltage. */
export function borderV(levels: VoltageLevels, volts: number): number {
  const { driveV, driveN, restV } = levels;
  if (driveN < ENOUGH) return chargingV(volts);
  const border = isDistinct(levels) ? (driveV + restV) / 2 : BORDER * driveV;
  return Math.max(LOWEST_BORDER * driveV, Math.min(HIGHEST_BORDER * driveV, border));
}

/** A low reading that is not contradicted for this long is not caused by a fan: parked devices report seldom. */
export const ALONE_MS = 120_000;

/** Accepts a first low reading if no second one came for long, and returns whether it did. */
export function confirmAlone(levels: VoltageLevels, now: number): boolean {
  const { running, turnedAt } = levels;
  if (running !== true || turnedAt === null || now - turnedAt < ALONE_MS) return false;
  levels.running = false;
  levels.since = turnedAt;
  levels.turnedAt = null;
  return true;
}

/**
 * Judges a reading: a rising voltage is the alternator, while a falling one may be a fan for a moment, so it needs a
 * second reading.
 */
function judge(levels: VoltageLevels, volts: number, at: number): void {
  if (!isTelling(levels)) {
    levels.running = null;
    levels.turnedAt = null;
    return;
  }
  const border = borderV(levels, volts);
  const slack = SLACK * border;
  const running = volts >= border + slack ? true : volts <= border - slack ? false : levels.running;
  if (running === levels.running) {
    levels.turnedAt = null;
    return;
  }
  if (levels.running === true && levels.turnedAt === null) {
    levels.turnedAt = at;
    return;
  }
  levels.since = levels.turnedAt ?? at;
  levels.running = running;
  levels.turnedAt = null;
}

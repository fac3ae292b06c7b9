/**
 * Whether the engine runs, from the supply voltage: the alternator lifts it. The two levels differ from vehicle to
 * vehicle and between 12 and 24 V, so both are learned: what is measured while it drives, and while it has stood for
 * long. Volts.
 */
export interface VoltageLevels {
  /** Mean while driving, of how many readings. */
  driveV: number;
  driveN: number;
  /** The lower readings during long standing, so that idling in between does not raise it. */
  restV: number;
  restN: number;
  /** The share of readings above the border while driving: low with a smart alternator. */
  aboveShare: number;
  /** Whether the engine runs by these readings; null when they cannot say. */
  running: boolean | null;
  /** Since when, epoch milliseconds. */
  since: number;
  /** When it was last read. */
  at: number;
  /** The first reading on the other side of the border, while a second has not confirmed it. */
  turnedAt: number | null;
}

/** The levels before any reading. */
export function newVoltage(): VoltageLevels {
  return { driveV: 0, driveN: 0, restV: 0, restN: 0, aboveShare: 1, running: null, since: 0, at: 0, turnedAt: null };
}

/** Below this the supply was cut. */
const CUT_V = 6;
/** No vehicle has more: the meter signals an unknown value. */
const MOST_V = 36;
/** Readings needed for a level. */
const ENOUGH = 10;
const SLOWEST = 0.02;
/** No battery at rest has more: the border before any driving was seen, and the minimum for driving afterwards. */
const CHARGING_12_V = 13.1;
const CHARGING_24_V = 26.4;
const BETWEEN_SYSTEMS_V = 18;
/** Until it was seen standing, the border lies this far below the voltage of driving; and never nearer, nor further. */
const BORDER = 0.955;
const HIGHEST_BORDER = 0.98;
const LOWEST_BORDER = 0.92;
/** Two levels must be this far apart. */
const LEAST_RISE = 0.03;
/** A reading this near the border says nothing new. */
const SLACK = 0.005;
/** The voltage is evidence only if this share of the readings while driving lies above the border. */
const MOSTLY = 0.9;

/** Takes in a reading. `phase`: what the vehicle does for certain; null where that is unknown. */
export function readVoltage(levels: VoltageLevels, volts: number, phase: 'driving' | 'standing' | null, at: number) {
  if (!(volts <= MOST_V)) return;
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

/** Whether the voltage of this vehicle says anything about its engine. */
function isTelling({ driveV, driveN, aboveShare }: VoltageLevels): boolean {
  return driveN < ENOUGH || (driveV >= chargingV(driveV) && aboveShare >= MOSTLY);
}

/** Whether it was seen to tell a running engine from one that is off: only then does "off" while moving prove anything. */
export const isDistinct = ({ driveV, driveN, restV, restN }: VoltageLevels): boolean =>
  driveN >= ENOUGH && restN >= ENOUGH && restV >= CUT_V && driveV - restV >= LEAST_RISE * driveV;

/** Between the levels of a standing and a running engine, for a system of such a voltage. */
export function borderV(levels: VoltageLevels, volts: number): number {
  const { driveV, driveN, restV } = levels;
  if (driveN < ENOUGH) return chargingV(volts);
  const border = isDistinct(levels) ? (driveV + restV) / 2 : BORDER * driveV;
  return Math.max(LOWEST_BORDER * driveV, Math.min(HIGHEST_BORDER * driveV, border));
}

/** A low reading that nothing contradicts for this long is no fan: parked devices report seldom. */
export const ALONE_MS = 120_000;

/** Accepts a first low reading if no second one came for long; returns whether it did. */
export function confirmAlone(levels: VoltageLevels, now: number): boolean {
  const { running, turnedAt } = levels;
  if (running !== true || turnedAt === null || now - turnedAt < ALONE_MS) return false;
  levels.running = false;
  levels.since = turnedAt;
  levels.turnedAt = null;
  return true;
}

/** A rising voltage is the alternator. A falling one may be a fan for a moment, so it needs a second reading. */
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

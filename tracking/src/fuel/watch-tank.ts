import { idleBurntL, isAsleep, store, middle, middleM, type Pause } from './level.ts';
import { closeChange, MIN_LEVELS, lastLevels, STEADY, watchRest } from './rest-levels.ts';
import { acrossRest, AGREES, type FuelChangeFound } from './across-rest.ts';
import { watchStuck } from './stuck.ts';
import type { Level, OpenTank, RestLevels } from './tank-state.ts';

/** A reading of a fuel level sensor, with the vehicle's movement. */
export interface TankReading {
  /** Epoch milliseconds. */
  at: number;
  litres: number;
  /** Hash of the report, which distinguishes two changes at the same time. */
  hash: number;
  /** When the vehicle came to its halt; null while it drives. */
  halt: number | null;
  /** Null when unknown. */
  engineOn: boolean | null;
  /** The installation's total metres. */
  travelledM: number;
  /** Capacity of the tank, litres. */
  capacityL: number;
}

/** Number of levels stored while driving: some ten minutes, over which slosh averages out. */
const DRIVE_LEVELS = 15;
/** The number of levels after a stop from which the level of the new drive is known. */
const DRIVE_KNOWN = 12;
const MIN_DRIVE = 5;
/** A share of the tank this small after more than `FULLER` means that the sensor lost its supply. */
const NEGLIGIBLE_L = 0.005;
const FULLER = 0.05;

/**
 * Processes the next level of a tank and returns the changes that became known or larger. Levels are compared while the
 * vehicle stands at one location, where slopes and slosh do not matter; across stops without readings, the drives
 * before and after are compared.
 */
export function watchTank(tank: OpenTank, reading: TankReading): FuelChangeFound[] {
  const { at, litres, halt, capacityL } = reading;
  const { last } = tank;
  if (litres <= NEGLIGIBLE_L * capacityL && last !== null && last[1] > FULLER * capacityL) return [];
  const pause: Pause = { ms: at - (last?.[0] ?? at), wasOff: tank.off ?? false };
  tank.last = [at, litres];
  tank.off = reading.engineOn === false;
  const found: FuelChangeFound[] = [];
  const { rest } = tank;
  watchStuck(tank, reading, last);
  // A stuck sensor that comes loose also ends an ongoing change.
  if (rest !== tank.rest && rest) found.push(...leaveRest(rest, [], capacityL));
  if (at < tank.doubtUntil) return found;
  if (halt === null) drive(tank, reading, pause, found);
  else stand(tank, halt, reading, pause, found);
  return found;
}

function drive(tank: OpenTank, reading: TankReading, pause: Pause, found: FuelChangeFound[]): void {
  const { at, litres, engineOn, travelledM, capacityL } = reading;
  if (isAsleep(pause) && (tank.drive.length > 0 || tank.rest?.recent.length)) {
    // The device slept where it stood, without a reading after the halt.
    const rest = restAfterDrive(tank, at - pause.ms, reading, found);
    rest.slept = true;
    rest.burntL = idleBurntL(pause, engineOn, capacityL);
  }
  store(tank.drive, [at, litres, travelledM], DRIVE_LEVELS);
  const { rest } = tank;
  if (!rest || tank.drive.length < DRIVE_KNOWN) return;
  found.push(...leaveRest(rest, tank.drive, capacityL));
  const across = acrossRest(tank, rest, reading);
  if (across) found.push(across);
  tank.rest = null;
}

function stand(tank: OpenTank, halt: number, reading: TankReading, pause: Pause, found: FuelChangeFound[]): void {
  if (tank.rest?.halt !== halt) restAfterDrive(tank, halt, reading, found);
  const { rest } = tank;
  if (rest) found.push(...watchRest(tank.sensorId, rest, reading, pause));
}

/**
 * Returns the level without the waves of a single reading, litres; null with too few readings since the vehicle stopped
 * or left.
 */
export function evenLevel({ drive: levels, rest }: OpenTank, { halt }: TankReading): number | null {
  if (halt === null) return levels.length >= MIN_DRIVE ? middle(levels) : null;
  return rest !== null && rest.recent.length >= MIN_LEVELS ? middle(rest.recent.slice(-MIN_DRIVE)) : null;
}

/** Begins a stop. The stop before it is over, even if the distance between them is too short to know its level. */
function restAfterDrive(tank: OpenTank, halt: number, reading: TankReading, found: FuelChangeFound[]): RestLevels {
  const before = tank.rest;
  if (before) {
    found.push(...leaveRest(before, tank.drive, reading.capacityL));
    const across = before.slept && tank.drive.length >= MIN_DRIVE ? acrossRest(tank, before, reading) : null;
    if (across) found.push(across);
  }
  const rest = newRest(halt, tank.drive, before, reading);
  tank.rest = rest;
  tank.drive = [];
  return rest;
}

function newRest(
  halt: number,
  driven: readonly Level[],
  before: RestLevels | null,
  { at, travelledM, capacityL }: TankReading,
): RestLevels {
  const isKnown = driven.length >= MIN_DRIVE;
  // After a short drive the level is that of the stop before, or, if that has none, of the drive before it.
  const stopped = before && !isKnown ? lastLevels(before, capacityL) : driven;
  const isUnwritten = before !== null && !isKnown && !before.changed && before.recent.length < MIN_LEVELS;
  const known = isUnwritten
    ? { drivenL: before.drivenL, drivenAt: before.drivenAt, drivenM: before.drivenM }
    : {
        drivenL: stopped.length > 0 ? middle(stopped) : null,
        drivenAt: stopped.at(-1)?.[0] ?? at,
        drivenM: middleM(stopped) ?? travelledM,
      };
  return { halt, base: [], recent: [], ...known, burntL: 0, steadyAt: at, changed: false, change: null };
}

/**
 * Ends the stop when the vehicle leaves: an ongoing change is over. If it left immediately, the drive shows the final
 * level.
 */
export function leaveRest(rest: RestLevels, after: readonly Level[], capacityL: number): FuelChangeFound[] {
  const { change, recent } = rest;
  if (!change) return [];
  const last = recent.at(-1)?.[1];
  const isOn = last !== undefined && Math.abs(last - change.afterL) > STEADY * capacityL;
  if (isOn && after.length > 0 && Math.abs(middle(after) - last) <= AGREES * capacityL) change.afterL = last;
  return [closeChange(rest, change)];
}

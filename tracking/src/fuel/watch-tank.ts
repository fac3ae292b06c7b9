import { keep, middle } from './level.ts';
import { closeChange, lastLevels, STEADY, watchRest } from './rest-levels.ts';
import { acrossRest, AGREES, type FuelChangeFound } from './across-rest.ts';
import { watchStuck } from './stuck.ts';
import type { Level, OpenTank, RestLevels } from './tank-state.ts';

/** A reading of a fuel level sensor, with what the vehicle did. */
export interface TankReading {
  /** Epoch milliseconds. */
  at: number;
  litres: number;
  /** Hash of the report, which tells two changes of one moment apart. */
  hash: number;
  /** When the vehicle came to its halt; null while it drives. */
  halt: number | null;
  /** Null when unknown. */
  engineOn: boolean | null;
  /** Metres ever driven. */
  travelledM: number;
  /** What the tank holds, litres. */
  capacityL: number;
}

/** Driving levels that are kept: some ten minutes, in which slosh evens out. */
const DRIVE_LEVELS = 15;
/** With so many after a stop, the level of the new drive is known. */
const DRIVE_KNOWN = 12;
const LEAST_DRIVE = 5;
/** Nearly nothing, parts of the tank, after more than `FULLER`: the sensor lost its supply. */
const NOTHING = 0.005;
const FULLER = 0.05;

/**
 * Takes in the next level of a tank and returns the changes that became known or larger. Levels are compared while the
 * vehicle stands at one place, where slopes and slosh do not matter; over stops without readings, those of the drives
 * before and after are.
 */
export function watchTank(tank: OpenTank, reading: TankReading): FuelChangeFound[] {
  const { at, litres, halt, capacityL } = reading;
  const { last } = tank;
  if (litres <= NOTHING * capacityL && last !== null && last[1] > FULLER * capacityL) return [];
  tank.last = [at, litres];
  const found: FuelChangeFound[] = [];
  const { rest } = tank;
  watchStuck(tank, reading, last);
  // A sensor that came loose ends what was going on, too.
  if (rest !== tank.rest && rest) found.push(...leaveRest(rest, [], capacityL));
  if (at < tank.doubtUntil) return found;
  if (halt === null) drive(tank, reading, found);
  else stand(tank, halt, reading, found);
  return found;
}

function drive(tank: OpenTank, reading: TankReading, found: FuelChangeFound[]): void {
  keep(tank.drive, [reading.at, reading.litres], DRIVE_LEVELS);
  const { rest } = tank;
  const { capacityL } = reading;
  if (!rest || tank.drive.length < DRIVE_KNOWN) return;
  found.push(...leaveRest(rest, tank.drive, capacityL));
  const across = acrossRest(tank, rest, reading);
  if (across) found.push(across);
  tank.rest = null;
}

function stand(tank: OpenTank, halt: number, reading: TankReading, found: FuelChangeFound[]): void {
  if (tank.rest?.halt !== halt) {
    const before = tank.rest;
    const { capacityL } = reading;
    if (before) found.push(...leaveRest(before, tank.drive, capacityL));
    tank.rest = newRest(halt, tank.drive, before, reading);
    tank.drive = [];
  }
  const { rest } = tank;
  if (rest) found.push(...watchRest(tank.sensorId, rest, reading));
}

function newRest(
  halt: number,
  driven: readonly Level[],
  before: RestLevels | null,
  { at, travelledM, capacityL }: TankReading,
): RestLevels {
  // After a short way the level is that of the stop before.
  const known = driven.length >= LEAST_DRIVE || !before ? driven : lastLevels(before, capacityL);
  return {
    halt,
    base: [],
    recent: [],
    drivenL: known.length > 0 ? middle(known) : null,
    drivenAt: known.at(-1)?.[0] ?? at,
    drivenM: travelledM,
    burntL: 0,
    steadyAt: at,
    changed: false,
    change: null,
  };
}

/** The vehicle has left: a change that was going on is over. Of one that it left at once, the drive knows the end. */
export function leaveRest(rest: RestLevels, after: readonly Level[], capacityL: number): FuelChangeFound[] {
  const { change, recent } = rest;
  if (!change) return [];
  const last = recent.at(-1)?.[1];
  const isOn = last !== undefined && Math.abs(last - change.afterL) > STEADY * capacityL;
  if (isOn && after.length > 0 && Math.abs(middle(after) - last) <= AGREES * capacityL) change.afterL = last;
  return [closeChange(rest, change)];
}

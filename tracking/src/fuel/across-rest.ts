import { middle, middleM, wayBurntL } from './level.ts';
import type { OpenTank, RestLevels } from './tank-state.ts';
import type { TankReading } from './watch-tank.ts';

/** A fill or a drop as far as it is known. */
export interface FuelChangeFound {
  key: string;
  confirmedAt: number;
  change: 'fill' | 'drop';
  /** Epoch milliseconds; `end` is null while it may still continue. */
  start: number;
  end: number | null;
  litres: number;
  beforeL: number;
  afterL: number;
  /** Whether both levels were read while the vehicle stood. */
  sure: boolean;
}

/**
 * The least difference between the levels of two drives, as a share of the tank: both are affected by slosh and slopes.
 */
const MIN_CHANGE = 0.07;
/** The same for a drop: fills are never hidden, but an engine may burn more than is known. */
const MIN_DROP = 0.08;
/** The least difference between a stop and the drive after it, or across a silence. */
const MIN_FILL = 0.1;
/** Levels at the end of a stop and of the drive after it that differ by at most this share are of the same fuel. */
export const AGREES = 0.05;
/** In a shorter stop no fuel is filled or taken unnoticed. */
const MIN_STOP_MS = 10 * 60_000;

/**
 * Returns a change over a stop that its few readings did not show on their own, once the level of the next drive is
 * known, or null.
 */
export function acrossRest(tank: OpenTank, rest: RestLevels, reading: TankReading): FuelChangeFound | null {
  if (rest.changed) return null;
  const known =
    (rest.base.length > 0 ? sinceBase(tank, rest, reading) : null) ??
    (rest.base.length === 0 || rest.slept ? betweenDrives(tank, rest, reading) : null);
  const { at, hash } = reading;
  return known && { key: `fuel:${tank.sensorId}:${at}:${hash}`, confirmedAt: at, ...known };
}

type Known = Omit<FuelChangeFound, 'key' | 'confirmedAt'>;

/**
 * Returns a change just before the departure, known from the last readings of the stop or from the next drive alone.
 */
function sinceBase(tank: OpenTank, rest: RestLevels, { capacityL }: TankReading): Known | null {
  const [first] = tank.drive;
  if (!first) return null;
  const drivenL = middle(tank.drive);
  const beforeL = middle(rest.base);
  const last = rest.recent.filter(([at]) => at > rest.steadyAt);
  const lastL = middle(last);
  const span = { start: rest.steadyAt, end: last.at(-1)?.[0] ?? first[0], beforeL };
  if (last.length > 0 && Math.abs(drivenL - lastL) <= AGREES * capacityL) {
    const rise = lastL - beforeL;
    if (rise >= MIN_CHANGE * capacityL) return { change: 'fill', litres: rise, afterL: lastL, sure: true, ...span };
    const lost = -rise - rest.burntL;
    return lost >= MIN_CHANGE * capacityL ? { change: 'drop', litres: lost, afterL: lastL, sure: true, ...span } : null;
  }
  const rise = drivenL - beforeL;
  return rise >= MIN_FILL * capacityL ? { change: 'fill', litres: rise, afterL: drivenL, sure: false, ...span } : null;
}

/** Compares the two drives when the stop has no reading of the level before it. */
function betweenDrives(tank: OpenTank, rest: RestLevels, { travelledM, capacityL }: TankReading): Known | null {
  const [first] = tank.drive;
  const { drivenL, drivenAt, drivenM } = rest;
  if (drivenL === null || !first || first[0] - drivenAt < MIN_STOP_MS) return null;
  const afterL = middle(tank.drive);
  const span = { start: drivenAt, end: rest.recent[0]?.[0] ?? first[0], beforeL: drivenL, afterL, sure: false };
  const rise = afterL - drivenL;
  if (rise >= (rest.slept ? MIN_FILL : MIN_CHANGE) * capacityL) return { change: 'fill', litres: rise, ...span };
  const burntL = rest.burntL + wayBurntL((middleM(tank.drive) ?? travelledM) - drivenM, capacityL);
  // Half way between zero and the most that may have been burnt.
  return -rise - burntL >= MIN_DROP * capacityL ? { change: 'drop', litres: -rise - burntL / 2, ...span } : null;
}

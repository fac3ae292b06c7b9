import { middle, middleM, wayBurntL } from './level.ts';
import type { OpenTank, RestLevels } from './tank-state.ts';
import type { TankReading } from './watch-tank.ts';

/** A fill or a drop as it is known so far. */
export interface FuelChangeFound {
  key: string;
  confirmedAt: number;
  change: 'fill' | 'drop';
  /** Epoch milliseconds; `end` is null while it may go on. */
  start: number;
  end: number | null;
  litres: number;
  beforeL: number;
  afterL: number;
  /** Whether both levels were read while the vehicle stood. */
  sure: boolean;
}

/** Part of the tank by which the levels of two drives differ: both are seen through slosh and slopes. */
const LEAST_CHANGE = 0.07;
/** The same of a drop: nobody refuels unseen, but an engine may burn more than is known. */
const LEAST_DROP = 0.08;
/** Of a drive and the stop before it, or over a silence. */
const LEAST_FILL = 0.1;
/** Levels of the end of a stop and of the drive after it that differ by this part are of the same fuel. */
export const AGREES = 0.05;
/** A shorter stop is none at which fuel is filled or taken unseen. */
const LEAST_STOP_MS = 10 * 60_000;

/**
 * A change over a stop that its few readings did not show by themselves, once the level of the next drive is known; null
 * where there is none.
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

/** The level changed just before the vehicle left: by the last readings of the stop, or by the next drive alone. */
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
    if (rise >= LEAST_CHANGE * capacityL) return { change: 'fill', litres: rise, afterL: lastL, sure: true, ...span };
    const lost = -rise - rest.burntL;
    return lost >= LEAST_CHANGE * capacityL
      ? { change: 'drop', litres: lost, afterL: lastL, sure: true, ...span }
      : null;
  }
  const rise = drivenL - beforeL;
  return rise >= LEAST_FILL * capacityL
    ? { change: 'fill', litres: rise, afterL: drivenL, sure: false, ...span }
    : null;
}

/** Without a reading of the level before the stop. */
function betweenDrives(tank: OpenTank, rest: RestLevels, { travelledM, capacityL }: TankReading): Known | null {
  const [first] = tank.drive;
  const { drivenL, drivenAt, drivenM } = rest;
  if (drivenL === null || !first || first[0] - drivenAt < LEAST_STOP_MS) return null;
  const afterL = middle(tank.drive);
  const span = { start: drivenAt, end: rest.recent[0]?.[0] ?? first[0], beforeL: drivenL, afterL, sure: false };
  const rise = afterL - drivenL;
  if (rise >= (rest.slept ? LEAST_FILL : LEAST_CHANGE) * capacityL) return { change: 'fill', litres: rise, ...span };
  const burntL = rest.burntL + wayBurntL((middleM(tank.drive) ?? travelledM) - drivenM, capacityL);
  // Between nothing and the most that may have been burnt.
  return -rise - burntL >= LEAST_DROP * capacityL ? { change: 'drop', litres: -rise - burntL / 2, ...span } : null;
}

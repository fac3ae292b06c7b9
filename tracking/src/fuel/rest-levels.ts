import type { FuelChangeFound } from './across-rest.ts';
import { idleBurntL, isAsleep, store, middle, type Pause, steadyEnd } from './level.ts';
import type { Level, OpenFuelChange, RestLevels } from './tank-state.ts';
import type { TankReading } from './watch-tank.ts';

/** The least change, as a share of the tank. */
const MIN_CHANGE = 0.05;
/** The least change of a fill that is compared with the drive before, whose level includes slopes and slosh. */
const MIN_UNSURE = 0.1;
/**
 * The least change across a silence, where the first minute after the halt shows the level before as well as the drive
 * does.
 */
const MIN_TWICE = 0.08;
/** The usual difference between a drive and the stop after it, caused by a slope or a wave. */
const USUAL_OFF = 0.01;
/** Levels of a standing tank that differ by at most this share are equal. */
export const STEADY = 0.015;
/** A change is over when it has not continued by `MOVES` for this long. */
const OVER_MS = 30 * 60_000;
const MOVES = 0.005;
/** The time in which fuel settles after the halt. */
const SETTLE_MS = 60_000;
const MAX_LEVELS = 9;
/** A level is compared with one no older than this, so that temperature effects and seepage do not add up. */
const OLDEST_BASE_MS = 6 * 3_600_000;
/** The number of levels from which a change is known. */
export const MIN_LEVELS = 3;

/** For the same reading, checked a second time. */
const NO_PAUSE: Pause = { ms: 0, wasOff: true };

/** Processes a level of a standing vehicle after a pause. */
export function watchRest(sensorId: number, rest: RestLevels, reading: TankReading, pause: Pause): FuelChangeFound[] {
  const { at, litres, halt, engineOn, capacityL } = reading;
  const isSleep = rest.recent.length === 0 && isAsleep(pause);
  if (isSleep) {
    rest.slept = true;
    rest.steadyAt = at - pause.ms;
  }
  if (isSleep || rest.recent.length > 0) rest.burntL += idleBurntL(pause, engineOn, capacityL);
  if (at - (halt ?? at) < SETTLE_MS) {
    if (!rest.slept) store((rest.settling ??= []), [at, litres], MIN_LEVELS);
    return [];
  }
  store(rest.recent, [at, litres], MAX_LEVELS);
  if (rest.change) return goOn(sensorId, rest, rest.change, reading);
  const base = takeBase(rest, reading);
  const now = middle(rest.recent.slice(-5));
  if (Math.abs(litres - base.litres) <= STEADY * capacityL) rest.steadyAt = at;
  if (rest.recent.length < MIN_LEVELS) return [];
  const rise = now - base.litres;
  const least = leastChange(rest, base, Math.sign(rise), capacityL);
  if (rise >= least) return [begin(sensorId, rest, reading, { kind: 'fill', ...base })];
  if ((base.sure || rest.slept) && -rise - rest.burntL >= least)
    return [begin(sensorId, rest, reading, { kind: 'drop', ...base })];
  return [];
}

/**
 * Returns the least change in litres: more where the level before does not agree with the drive, as from a sensor that
 * stuck at a wave.
 */
function leastChange(rest: RestLevels, base: { litres: number; sure: boolean }, way: number, capacityL: number) {
  if (!base.sure) return leastUnsure(rest) * capacityL;
  const { drivenL } = rest;
  const off = drivenL === null ? 0 : way * (drivenL - base.litres);
  return MIN_CHANGE * capacityL + Math.max(0, off - USUAL_OFF * capacityL);
}

/** Returns the least change as a share of the tank, where the level before is that of the drive. */
const leastUnsure = ({ slept, settling }: RestLevels): number => (slept && settling ? MIN_TWICE : MIN_UNSURE);

/**
 * Returns the level of the drive, litres; after a silence, the level of the drive or of the first minute after the
 * halt, whichever is nearer.
 */
function levelBefore({ slept, settling, drivenL }: RestLevels, litres: number): number | null {
  if (!slept || !settling || drivenL === null) return drivenL;
  const settlingL = middle(settling);
  return Math.abs(litres - settlingL) < Math.abs(litres - drivenL) ? settlingL : drivenL;
}

/** Returns the level before, litres; without a reading from this stop, that of the drive. */
function takeBase(rest: RestLevels, { at, litres, capacityL }: TankReading): { litres: number; sure: boolean } {
  const [first] = rest.base;
  const fits = (levelL: number) => Math.abs(litres - levelL) <= STEADY * capacityL;
  if (first && at - first[0] > OLDEST_BASE_MS && fits(middle(rest.base))) {
    rest.base = [...rest.recent];
    rest.burntL = 0;
  }
  const beforeL = levelBefore(rest, litres);
  // If the first readings come after a fill or after a silence, they do not show the level before.
  if (rest.base.length === 0 && beforeL !== null) {
    const rise = litres - beforeL;
    if ((rest.slept ? Math.abs(rise) : rise) >= leastUnsure(rest) * capacityL) return { litres: beforeL, sure: false };
  }
  if (rest.base.length === 0 || (rest.base.length < MAX_LEVELS && fits(middle(rest.base)))) {
    rest.base.push([at, litres]);
  }
  return { litres: middle(rest.base), sure: true };
}

function begin(
  sensorId: number,
  rest: RestLevels,
  { at, hash, capacityL }: TankReading,
  { kind, litres, sure }: { kind: OpenFuelChange['kind']; litres: number; sure: boolean },
): FuelChangeFound {
  const afterL = middle(steadyEnd(rest.recent, STEADY * capacityL));
  const change: OpenFuelChange = {
    key: `fuel:${sensorId}:${at}:${hash}`,
    confirmedAt: at,
    kind,
    start: Math.min(rest.steadyAt, at),
    beforeL: litres,
    burntL: kind === 'drop' ? rest.burntL : 0,
    afterL,
    peakL: afterL,
    movedAt: at,
    sure,
  };
  rest.change = change;
  rest.changed = true;
  return toFuelChange(change, null);
}

/** Continues a change: it grows, ends, or turns into the opposite kind. */
function goOn(sensorId: number, rest: RestLevels, change: OpenFuelChange, reading: TankReading): FuelChangeFound[] {
  const { at, capacityL } = reading;
  const way = change.kind === 'fill' ? 1 : -1;
  const now = middle(steadyEnd(rest.recent, STEADY * capacityL));
  if (
    way * (now - change.peakL) <= -MIN_CHANGE * capacityL &&
    way * (middle(rest.recent.slice(-5)) - change.peakL) < 0
  ) {
    change.afterL = change.peakL;
    const written = closeChange(rest, change);
    rest.base = [[change.movedAt, change.peakL]];
    return [written, ...watchRest(sensorId, rest, reading, NO_PAUSE)];
  }
  change.afterL = now;
  if (way * (now - change.peakL) >= MOVES * capacityL) {
    change.peakL = now;
    change.movedAt = at;
    return [toFuelChange(change, null)];
  }
  return at - change.movedAt >= OVER_MS ? [closeChange(rest, change)] : [];
}

/** Ends a change; the level after it becomes the one to compare with. */
export function closeChange(rest: RestLevels, change: OpenFuelChange): FuelChangeFound {
  rest.change = null;
  rest.base = rest.recent.slice(-MIN_LEVELS);
  rest.burntL = 0;
  rest.steadyAt = rest.recent.at(-1)?.[0] ?? change.movedAt;
  return toFuelChange(change, change.movedAt);
}

/** Returns the change as it is known now. */
export function toFuelChange(change: OpenFuelChange, end: number | null): FuelChangeFound {
  const { key, confirmedAt, kind, start, beforeL, afterL, burntL, sure } = change;
  const litres = Math.max(0, kind === 'fill' ? afterL - beforeL : beforeL - afterL - burntL);
  return { key, confirmedAt, change: kind, start, end, litres, beforeL, afterL, sure };
}

/** Returns the last levels of a stop, or its first ones where the last ones were still changing. */
export function lastLevels({ recent, base }: RestLevels, capacityL: number): Level[] {
  const end = steadyEnd(recent, STEADY * capacityL);
  return end.length >= MIN_LEVELS ? end : base;
}

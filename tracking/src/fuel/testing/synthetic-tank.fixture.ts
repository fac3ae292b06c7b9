import type { TankReading } from '../watch-tank.ts';

/** What really happened in a tank. */
export interface Truth {
  kind: 'fill' | 'theft';
  from: number;
  to: number;
  litres: number;
}

interface TankDays {
  capacityL: number;
  readings: TankReading[];
  truth: Truth[];
}

interface Options {
  seed: number;
  days: number;
  /** Share of nights with a fuel theft, and its size as a share of the tank, 8% by default. */
  thefts?: number;
  taken?: number;
  /** Share of drives in which the sensor sticks for an hour or more. */
  sticks?: number;
  /**
   * The device sleeps while the engine is off: after this many readings, until this many before the vehicle leaves.
   */
  sleeps?: { after: number; before: number };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Returns a generator that gives the same numbers for the same seed (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Generates a tank over some days with its truth: fuel that sloshes while driving and settles after the halt, hills
 * while driving and a slope at each halt, temperature drift, idling, fills of some minutes right after a halt, thefts
 * from a parked vehicle in a few minutes or some hours, and a sensor that sticks while fuel is burnt.
 */
export function syntheticTank({ seed, days, thefts = 0, taken = 0.08, sticks = 0, sleeps }: Options): TankDays {
  const roll = dice(seed);
  const between = (low: number, high: number) => low + (high - low) * roll();
  const normal = () => roll() + roll() + roll() + roll() - 2;
  const pick = <T>(all: readonly [T, ...T[]]): T => all[Math.floor(roll() * all.length)] ?? all[0];
  const capacityL = pick([55, 90, 200, 400, 600]);
  const perKm = capacityL / between(700, 1500);
  const [driveEvery, parkEvery] = [pick([20, 30, 60]) * 1000, pick([120, 180, 300]) * 1000];
  const slosh = between(0.01, 0.03) * capacityL;
  const readings: TankReading[] = [];
  const truth: Truth[] = [];
  let [at, level, travelledM, wobble, stuck] = [0, capacityL * between(0.5, 0.9), 0, 0, null as number | null];
  let asleep = false;

  function read(halt: number | null, engineOn: boolean, tilt: number) {
    const sinceHalt = halt === null ? 0 : at - halt;
    wobble = halt === null ? 0.6 * wobble + 0.8 * normal() * slosh * 1.7 : wobble * 0.4;
    const settling = halt !== null && sinceHalt < 45_000 ? normal() * slosh : 0;
    const warmth = 0.006 * capacityL * Math.sin((at / (24 * HOUR)) * 2 * Math.PI);
    const shown = level + wobble + settling + tilt + warmth + normal() * 0.005 * capacityL;
    const litres = stuck ?? Math.round(Math.min(capacityL, Math.max(0, shown)) * 2) / 2;
    if (!asleep) readings.push({ at, litres, hash: readings.length, halt, engineOn, travelledM, capacityL });
    return litres;
  }

  function drive(minutes: number) {
    const kph = between(25, 85);
    const until = at + minutes * MINUTE;
    const sticksFrom = roll() < sticks ? at + between(5, 20) * MINUTE : Infinity;
    const hills = between(0, 0.025) * capacityL;
    const period = between(3, 15) * MINUTE;
    while (at < until) {
      const metres = (kph * driveEvery) / 3600;
      travelledM += metres;
      level = Math.max(capacityL * 0.03, level - (metres / 1000) * perKm);
      const litres = read(null, true, hills * Math.sin((at / period) * 2 * Math.PI));
      if (at >= sticksFrom && stuck === null) stuck = litres;
      at += driveEvery;
    }
  }

  /** Stands, while fuel evenly enters the tank or leaves it from `from` on. */
  function park(minutes: number, change: { litres: number; afterMs: number; ms: number } | null, engineMinutes = 0) {
    const halt = at;
    const until = at + minutes * MINUTE;
    const slope = between(-0.03, 0.03) * capacityL;
    const from = change ? halt + change.afterMs : 0;
    const start = level;
    let burnt = 0;
    let off = 0;
    while (at < until) {
      const engineOn = at - halt < engineMinutes * MINUTE;
      off += engineOn ? 0 : 1;
      asleep = sleeps !== undefined && off > sleeps.after && until - at > sleeps.before * driveEvery;
      const every =
        sleeps !== undefined ||
        engineOn ||
        (change && at >= from - MINUTE && at <= from + change.ms + 2 * MINUTE && change.litres > 0)
          ? driveEvery
          : parkEvery;
      if (engineOn) burnt += (every / HOUR) * 0.007 * capacityL;
      const done = change ? Math.min(1, Math.max(0, (at - from) / change.ms)) : 0;
      level = Math.max(0, start - burnt + (change ? change.litres * done : 0));
      // A stuck sensor comes loose at a random time.
      if (stuck !== null && roll() < 0.05) stuck = null;
      read(halt, engineOn, slope);
      at += every;
    }
    asleep = false;
    if (change) {
      level = start - burnt + change.litres;
      truth.push({
        kind: change.litres > 0 ? 'fill' : 'theft',
        from,
        to: from + change.ms,
        litres: Math.abs(change.litres),
      });
    }
  }

  for (let day = 0; day < days; day++) {
    const drives = 3 + Math.floor(roll() * 3);
    for (let n = 0; n < drives; n++) {
      drive(between(25, 100));
      if (level < capacityL * 0.35 && stuck === null) {
        const litres = capacityL * between(0.75, 0.93) - level;
        const ms = (litres / (capacityL > 150 ? 60 : 30)) * MINUTE;
        park(
          between(3, 12) + 3 + ms / MINUTE,
          { litres, afterMs: between(2.5, 5) * MINUTE, ms },
          roll() < 0.3 ? 60 : 2,
        );
      } else {
        park(between(8, 60), null, roll() < 0.3 ? 40 : 1);
      }
    }
    drive(between(5, 15));
    const isTheft = roll() < thefts && level > capacityL * (taken + 0.07);
    const ms = (roll() < 0.5 ? between(3, 20) : between(40, 180)) * MINUTE;
    park(
      between(540, 700),
      isTheft ? { litres: -taken * capacityL, afterMs: between(30, 300) * MINUTE, ms } : null,
      sleeps ? 0 : 3,
    );
  }
  return { capacityL, readings, truth };
}

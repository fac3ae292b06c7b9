import { distanceM } from '@milepost/city/distance';
import type { Outlet } from '@milepost/city/outlets';
import { DEPOTS } from './fleet.ts';
import type { DemoVehicle } from './fleet.ts';
import { dayStart, weekdayOf } from './local-time.ts';
import { between, pick, randomFrom } from './random.ts';
import type { Random } from './random.ts';
import type { Halt, Streets } from './streets.ts';

/** One stop of a day. */
export interface Visit {
  halt: Halt;
  stopS: number;
  /** Whether the engine keeps running while standing. */
  idles: boolean;
}

/** A day's work: from the depot through the visits (the last one is the depot). Day: the shift's start. */
export interface Itinerary {
  day: number;
  startMs: number;
  depot: Halt;
  visits: Visit[];
  lengthM: number;
}

/** Customers of a vehicle, in the order of its master route. */
export interface Round {
  depot: Halt;
  halts: Halt[];
}

const CUSTOMERS = 26;
/** Real driving takes about this many times as long as the limits imply. */
const SLOWNESS = 1.75;

/** Chooses a vehicle's customers and orders them so that legs are some kilometres long. */
export function roundOf(vehicle: DemoVehicle, index: number, streets: Streets, outlets: readonly Outlet[]): Round {
  const random = randomFrom(11, index);
  const depot = DEPOTS.find((candidate) => candidate.id === vehicle.depot);
  if (!depot) throw new Error(`unknown depot ${vehicle.depot}`);
  const centre = pick(random, outlets);
  const near = outlets
    .map((outlet) => ({ outlet, d: distanceM(centre.lat, centre.lon, outlet.lat, outlet.lon) }))
    .filter(({ d }) => d < 9000)
    .map(({ outlet }) => outlet);
  const pool = new Set<Outlet>();
  while (pool.size < Math.min(CUSTOMERS, near.length)) pool.add(pick(random, near));
  const halts: Halt[] = [];
  let here: { lat: number; lon: number } = depot;
  while (pool.size > 0) {
    const wanted = 2800 + random() * 3600;
    const misfit = (outlet: Outlet): number => Math.abs(distanceM(here.lat, here.lon, outlet.lat, outlet.lon) - wanted);
    const next = [...pool].reduce((a, b) => (misfit(a) <= misfit(b) ? a : b));
    pool.delete(next);
    halts.push(streets.haltNear(next.name, next.lat, next.lon));
    here = next;
  }
  return { depot: streets.haltNear(depot.name, depot.lat, depot.lon), halts };
}

/** Returns the duration of a stop. Most are short; 4 to 25 minutes, with the engine off for at least three. */
function stopSeconds(random: Random): number {
  return 250 + 1250 * random() ** 6;
}

/** Returns the duration of lunch, the legal rest of a driver: 40 to 55 minutes. */
function lunchSeconds(random: Random): number {
  return 2400 + 900 * random();
}

/**
 * Returns the work of a day: as many tours of 6 to 25 stops as fit into the shift, with lunch at the stop in the middle
 * of it; none on the rest day. Requires paths but no timing, so it is cheap.
 */
export function itineraryOf(
  vehicle: DemoVehicle,
  index: number,
  round: Round,
  streets: Streets,
  day: number,
): Itinerary {
  const random = randomFrom(12, index, day);
  const startMs = dayStart(day) + (vehicle.shift.startMinute + between(random, -12, 12)) * 60_000;
  const visits: Visit[] = [];
  let seconds = 0;
  let lengthM = 0;
  let here = round.depot;
  const go = (halt: Halt, stopS: number, idles: boolean): void => {
    const way = streets.way(here, halt);
    seconds += way.seconds * SLOWNESS + stopS;
    lengthM += way.lengthM;
    visits.push({ halt, stopS, idles });
    here = halt;
  };
  const shiftS = weekdayOf(day) === vehicle.restWeekday ? 0 : vehicle.shift.durationMinutes * 60;
  const goesOn = (): boolean => seconds < shiftS;
  let hasEaten = false;
  let next = between(random, 0, round.halts.length - 1);
  while (goesOn()) {
    const stops = between(random, 8, 24);
    for (let done = 0; done < stops && goesOn(); next += 1) {
      const halt = round.halts[next % round.halts.length];
      if (!halt || halt === here || random() < 0.12) continue;
      const isLunch: boolean = !hasEaten && seconds > shiftS / 2;
      hasEaten ||= isLunch;
      const stopS = isLunch ? lunchSeconds(random) : stopSeconds(random);
      go(halt, stopS, stopS < 1000 && random() < 0.2);
      done += 1;
    }
    if (here !== round.depot) go(round.depot, 600 + random() * 900, false);
  }
  return { day, startMs, depot: round.depot, visits, lengthM };
}

import type { Level, OpenTank } from './tank-state.ts';
import type { TankReading } from './watch-tank.ts';

/** A level that stays exactly the same over this distance comes from a sensor that sticks: fuel sloshes and burns. */
const STUCK_M = 10_000;
/**
 * A sensor also sticks when it repeats a level this many times as often as it usually does, and at least this often.
 */
const STUCK_TIMES = 8;
const MIN_STUCK_REPEATS = 8;
/** The same factor for a level that changes while the vehicle stands, when nothing moves it. */
const STUCK_AT_REST = 4;
/** After this many changes of the level, the usual number of repetitions is known. */
const KNOWN_RUNS = 20;
/** The weight of the newest run in the mean. */
const NEWEST = 0.05;
/** The time until a sensor that stuck is trusted once more. */
const SUSPECT_MS = 10 * 60_000;

/**
 * Tracks how long the level stays the same while driving; when a stuck sensor comes loose, no levels are compared for a
 * while.
 */
export function watchStuck(tank: OpenTank, { at, litres, halt, travelledM }: TankReading, last: Level | null): void {
  if (last !== null && litres === last[1]) {
    if (halt === null) tank.run += 1;
    return;
  }
  const least = halt === null ? Math.max(MIN_STUCK_REPEATS, STUCK_TIMES * tank.meanRun) : STUCK_AT_REST * tank.meanRun;
  const isLong = tank.runs >= KNOWN_RUNS && tank.run >= least;
  if (last !== null && (isLong || travelledM - tank.sameFromM >= STUCK_M)) {
    tank.doubtUntil = at + SUSPECT_MS;
    tank.drive = [];
    tank.rest = null;
  } else if (tank.run > 0) {
    tank.runs = Math.min(tank.runs + 1, KNOWN_RUNS);
    tank.meanRun += (tank.run - tank.meanRun) * NEWEST;
  }
  tank.run = halt === null ? 1 : 0;
  tank.sameFromM = travelledM;
}

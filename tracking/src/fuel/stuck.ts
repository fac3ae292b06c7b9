import type { Level, OpenTank } from './tank-state.ts';
import type { TankReading } from './watch-tank.ts';

/** A level that is exactly the same over so much driving is that of a sensor that sticks: fuel sloshes and burns. */
const STUCK_M = 10_000;
/** So is one that is the same so many times as often in a row as this sensor's levels usually are, and so often at least. */
const STUCK_TIMES = 8;
const STUCK_LEAST = 8;
/** Of one that changes while the vehicle stands, where nothing moves a level. */
const STUCK_AT_REST = 4;
/** From so many changes of the level on it is known how often it usually is the same. */
const KNOWN_RUNS = 20;
/** How much the newest run counts in the mean. */
const NEWEST = 0.05;
/** How long a sensor that stuck takes to tell the truth again. */
const SUSPECT_MS = 10 * 60_000;

/** Follows how long the level stays the same while driving; where a sensor that stuck comes loose, nothing is compared. */
export function watchStuck(tank: OpenTank, { at, litres, halt, travelledM }: TankReading, last: Level | null): void {
  if (last !== null && litres === last[1]) {
    if (halt === null) tank.run += 1;
    return;
  }
  const least = halt === null ? Math.max(STUCK_LEAST, STUCK_TIMES * tank.meanRun) : STUCK_AT_REST * tank.meanRun;
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

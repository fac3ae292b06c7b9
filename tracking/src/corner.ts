import { deltaLon, type Place } from './geo.ts';
import type { Fix } from './track-state.ts';

/** A course that differs less than this from the straight line is the receiver's error, and the line is straight. */
const LEAST_DEG = 8;
/** A side step must be plainer than a corner: only one angle tells of it. */
const ASIDE_DEG = 15;
/** Courses that turn further than this within a leg may have gone round more than one corner, either way. */
const MOST_DEG = 120;
/** Slower than this a receiver's course is not to be trusted. */
const SURE_KPH = 5;
/** A leg that turns back is at most so many times the straight line: more would be a guess. */
const LOOP = 2;

/**
 * The way between two fixes in metres, given the straight line between them: whoever left along one course and arrived
 * along another did not drive straight through the houses.
 * - The courses meet in one corner: the way round that corner.
 * - They do not (a side step), or only one is known: between the straight line and the way round the block, as far as
 *   the speeds at both ends reach.
 * - Anything else: the straight line. Never less than it, and at most some 40% more (twice for the sharpest corner).
 */
export function wayM(from: Fix, to: Fix, straightM: number): number {
  const isSure = [from.speedKph >= SURE_KPH, to.speedKph >= SURE_KPH] as const;
  if (!isSure[0] && !isSure[1]) return straightM;
  const line = bearingDeg(from, to);
  const out = isSure[0] ? turnDeg(line, from.courseDeg) : null;
  const home = isSure[1] ? turnDeg(to.courseDeg, line) : null;
  const reached = ((from.speedKph + to.speedKph) / 2 / 3.6) * ((to.time - from.time) / 1000);
  if (out !== null && home !== null && out * home > 0) {
    const turn = Math.abs(out + home);
    if (turn > MOST_DEG) return Math.min(straightM * LOOP, Math.max(straightM, reached));
    return straightM * roundCorner(Math.abs(out), Math.abs(home));
  }
  const aside = out === null || home === null ? Math.abs(out ?? home ?? 0) : (Math.abs(out) + Math.abs(home)) / 2;
  if (aside < ASIDE_DEG || aside > 90 - LEAST_DEG) return straightM;
  const most = straightM * (cos(aside) + sin(aside));
  return Math.min(most, Math.max(straightM, reached));
}

/** How much longer two sides of a triangle are than the third, given the angles that they make with it. */
function roundCorner(out: number, home: number): number {
  if (Math.min(out, home) < LEAST_DEG) return 1;
  return Math.max(1, (sin(out) + sin(home)) / sin(out + home));
}

function sin(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}

function cos(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180);
}

/** From a to b in degrees clockwise from north, on a plane: exact enough for a leg. */
function bearingDeg(a: Place, b: Place): number {
  const east = deltaLon(a.lon, b.lon) * cos(a.lat);
  return (Math.atan2(east, b.lat - a.lat) * 180) / Math.PI;
}

/** From one course to another the short way, -180 up to 180. */
function turnDeg(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180;
}

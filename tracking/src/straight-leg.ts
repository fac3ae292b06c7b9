import { bearingDeg, turnDeg } from './corner.ts';
import { isCredible } from './credible.ts';
import { isCourseTrusted } from './health.ts';
import type { Fix } from './motion-state.ts';
import { metresOf, type Run } from './run.ts';
import { impliedKph } from './speed.ts';

/** Between fixes further apart the path is unknown; without courses they have to be closer. */
const LONGEST_S = 90;
const LONGEST_WITHOUT_COURSE_S = 45;
export const LONGEST_LEG_M = 2500;
/**
 * A course that differs from the line shows a bend: the path lies beside the line by a quarter of its length times the
 * tangent of the angle. Measured on 24 recorded drives, decision 137.
 */
const MAX_BESIDE_M = 80;
const MAX_OFF_DEG = 60;

/**
 * True when the vehicle drove along the straight line between two accepted fixes closely enough to find what it passed.
 * False over a silence, while it is carried or stands, and where the receiver repeated its last coordinates.
 * @param heldSince since when the fixes were exactly at the first one's coordinates
 */
export function isStraight(run: Run, before: Fix, fix: Fix, heldSince: number): boolean {
  const { state, context } = run;
  // No geofence needs it.
  if (context.fences.crossed.length === 0) return false;
  const { movingKph } = context.settings;
  const hasCourse = isCourseTrusted(run);
  const longestS = hasCourse ? LONGEST_S : LONGEST_WITHOUT_COURSE_S;
  if (state.trip?.kind !== 'trip' || fix.time - before.time > longestS * 1000) return false;
  if (Math.max(before.speedKph, fix.speedKph) < movingKph) return false;
  if ((before.toldKph ?? before.speedKph) >= movingKph && heldSince < before.time) return false;
  const metres = metresOf(run, before, fix);
  if (metres > LONGEST_LEG_M || impliedKph(before, fix, metres) < movingKph) return false;
  if (state.speedTold && !isCredible(run, before, fix, metres)) return false;
  return !hasCourse || Math.max(besideM(run, before, before, fix), besideM(run, fix, before, fix)) <= MAX_BESIDE_M;
}

/** Returns how far beside the line the path may lie, by the course at one of its ends. */
function besideM(run: Run, { speedKph, courseDeg }: Fix, from: Fix, to: Fix): number {
  if (speedKph < run.context.settings.movingKph) return 0;
  const off = Math.abs(turnDeg(bearingDeg(from, to), courseDeg));
  return off > MAX_OFF_DEG ? Infinity : (metresOf(run, from, to) * Math.tan((off * Math.PI) / 180)) / 4;
}

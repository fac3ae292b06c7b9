import { deltaLon, type Coordinates } from './geo.ts';
import type { Fix } from './motion-state.ts';

/** A smaller difference between course and straight line is within the receiver's error. */
const MIN_DEG = 8;
/**
 * When courses turn by more than this within a leg, the vehicle may have taken more than one corner, in either
 * direction.
 */
const MAX_DEG = 120;
/** Below this speed a receiver's course is not trusted. */
const TRUSTED_COURSE_KPH = 5;
/** On a shorter leg the direction of the straight line itself is within the receiver's error, metres. */
export const TRUSTED_DIRECTION_M = 50;
/** A leg that turns back counts as at most this many times the straight line: a longer path would be speculation. */
const LOOP = 2;

/**
 * Returns the path between two fixes in metres, given the straight line between them. Different courses at the two ends
 * show that the vehicle did not drive straight. The speeds at both ends decide between the shortest and the longest
 * path that the courses allow. The result is never less than the straight line, and at most twice as long.
 * - Both courses turn in the same direction: between a bend and the corner in which they meet; over 120 degrees, up to
 *   a loop.
 * - They turn in opposite directions (a side step): between the straight line and two sides of the block.
 * - Only one is known, and the vehicle stands at the other end: half way between those two, since no speed is known.
 */
export function wayM(from: Fix, to: Fix, straightM: number): number {
  const leaves = from.speedKph >= TRUSTED_COURSE_KPH;
  const arrives = to.speedKph >= TRUSTED_COURSE_KPH;
  if ((!leaves && !arrives) || straightM < TRUSTED_DIRECTION_M) return straightM;
  const line = bearingDeg(from, to);
  const out = leaves ? turnDeg(line, from.courseDeg) : 0;
  const home = arrives ? turnDeg(to.courseDeg, line) : 0;
  if (!leaves || !arrives) return (straightM * (1 + roundBlock(Math.abs(out + home)))) / 2;
  const reached = ((from.speedKph + to.speedKph) / 2 / 3.6) * ((to.time - from.time) / 1000);
  const [least, most] =
    out * home > 0 ? sameTurn(Math.abs(out), Math.abs(home)) : sideStep(Math.abs(out), Math.abs(home));
  return Math.min(straightM * most, Math.max(straightM * least, reached));
}

/**
 * Returns the shortest and the longest path that turns by both angles in the same direction, as multiples of the
 * straight line.
 */
function sameTurn(out: number, home: number): readonly [number, number] {
  const turn = out + home;
  if (turn < 2 * MIN_DEG) return [1, 1];
  if (turn > MAX_DEG) return [arc(Math.min(turn, 180)), LOOP];
  const corner = Math.max(1, (sin(out) + sin(home)) / sin(turn));
  // A parabola that leaves and arrives along the courses: one third of the corner, two thirds of the line (Gravesen
  // 1997).
  return [(2 + corner) / 3, corner];
}

function sideStep(out: number, home: number): readonly [number, number] {
  return [1, roundBlock((out + home) / 2)];
}

/**
 * Returns two sides of the block instead of its diagonal, given the angle to one of them; a loop if the vehicle came
 * from behind.
 */
function roundBlock(angle: number): number {
  if (angle < MIN_DEG) return 1;
  return angle > 90 ? LOOP : cos(angle) + sin(angle);
}

/** Returns the ratio of an arc to its chord, given by how many degrees the arc turns. */
function arc(turn: number): number {
  return (turn * Math.PI) / 360 / sin(turn / 2);
}

function sin(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}

function cos(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180);
}

/** Returns the bearing from a to b in degrees clockwise from north, on a plane: exact enough for a leg. */
export function bearingDeg(a: Coordinates, b: Coordinates): number {
  const east = deltaLon(a.lon, b.lon) * cos(a.lat);
  return (Math.atan2(east, b.lat - a.lat) * 180) / Math.PI;
}

/** Returns the turn from one course to another the short way, -180 up to 180. */
export function turnDeg(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180;
}

import { deltaLon, type Place } from './geo.ts';
import type { Fix } from './motion-state.ts';

/** A smaller difference between course and straight line is the receiver's error. */
const LEAST_DEG = 8;
/** Courses that turn more than this within a leg may have taken more than one corner, either way. */
const MOST_DEG = 120;
/** Slower than this a receiver's course is not to be trusted. */
const SURE_KPH = 5;
/** On a shorter leg the direction of the straight line itself is the receiver's error, metres. */
export const SURE_M = 50;
/** A leg that turns back is at most this many times the straight line: more would be a guess. */
const LOOP = 2;

/**
 * The path between two fixes in metres, given the straight line between them. Different courses at the two ends show
 * that the vehicle did not drive straight. The speeds at both ends decide between the shortest and the longest path
 * that the courses allow.
 * - Both courses turn the same way: between a bend and the corner in which they meet; over 120 degrees, up to a loop.
 * - They turn against each other (a side step): between the straight line and the way round the block.
 * - Only one is known, and the vehicle stands at the other end: half way between those two, since no speed is known.
 * Never less than the straight line, and at most twice.
 */
export function wayM(from: Fix, to: Fix, straightM: number): number {
  const leaves = from.speedKph >= SURE_KPH;
  const arrives = to.speedKph >= SURE_KPH;
  if ((!leaves && !arrives) || straightM < SURE_M) return straightM;
  const line = bearingDeg(from, to);
  const out = leaves ? turnDeg(line, from.courseDeg) : 0;
  const home = arrives ? turnDeg(to.courseDeg, line) : 0;
  if (!leaves || !arrives) return (straightM * (1 + roundBlock(Math.abs(out + home)))) / 2;
  const reached = ((from.speedKph + to.speedKph) / 2 / 3.6) * ((to.time - from.time) / 1000);
  const [least, most] =
    out * home > 0 ? sameTurn(Math.abs(out), Math.abs(home)) : sideStep(Math.abs(out), Math.abs(home));
  return Math.min(straightM * most, Math.max(straightM * least, reached));
}

/** The least and the most of a way that turns by both angles in the same sense, as parts of the straight line. */
function sameTurn(out: number, home: number): readonly [number, number] {
  const turn = out + home;
  if (turn < 2 * LEAST_DEG) return [1, 1];
  if (turn > MOST_DEG) return [arc(Math.min(turn, 180)), LOOP];
  const corner = Math.max(1, (sin(out) + sin(home)) / sin(turn));
  // A parabola that leaves and arrives along the courses: a third of the corner, two of the line (Gravesen 1997).
  return [(2 + corner) / 3, corner];
}

function sideStep(out: number, home: number): readonly [number, number] {
  return [1, roundBlock((out + home) / 2)];
}

/** Two sides of the block instead of its diagonal, given the angle to one of them; a loop if it came from behind. */
function roundBlock(angle: number): number {
  if (angle < LEAST_DEG) return 1;
  return angle > 90 ? LOOP : cos(angle) + sin(angle);
}

/** How much longer an arc is than its chord, given by how many degrees it turns. */
function arc(turn: number): number {
  return (turn * Math.PI) / 360 / sin(turn / 2);
}

function sin(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}

function cos(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180);
}

/** From a to b in degrees clockwise from north, on a plane: exact enough for a leg. */
export function bearingDeg(a: Place, b: Place): number {
  const east = deltaLon(a.lon, b.lon) * cos(a.lat);
  return (Math.atan2(east, b.lat - a.lat) * 180) / Math.PI;
}

/** From one course to another the short way, -180 up to 180. */
export function turnDeg(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180;
}

const EARTH_RADIUS_M = 6_371_008.8;
const RAD = Math.PI / 180;

const SHORTEST_MS = 1000;
const LONGEST_MS = 10_000;
const JUMP_M = 1000;
const JUMP_GAP_MS = 60_000;
const TURN_MS = 700;

/**
 * The signed difference of two angles in degrees, the short way round: in [-180, 180). Also works for longitudes across
 * the 180th meridian.
 */
export function angleDifferenceDeg(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}

/**
 * The distance of two nearby points in metres (equirectangular; accurate to some metres within tens of kilometres).
 */
export function distanceM(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const x = angleDifferenceDeg(lon1, lon2) * RAD * Math.cos(((lat1 + lat2) / 2) * RAD);
  const y = (lat2 - lat1) * RAD;
  return Math.hypot(x, y) * EARTH_RADIUS_M;
}

/**
 * The duration of the glide to a new fix, in milliseconds: the time between the two fixes, limited to 1 to 10 s. 0
 * means jump: when the distance is over 1 km, when the last fix was a minute or more earlier, or when the new fix
 * itself is older than a minute. In these cases a glide would show a journey that is not known.
 * @param fixGapMs time of the new fix less time of the last
 * @param ageMs age of the new fix
 */
export function glideMs(distance: number, fixGapMs: number, ageMs: number): number {
  if (!(distance <= JUMP_M) || !(fixGapMs < JUMP_GAP_MS) || !(ageMs <= JUMP_GAP_MS)) return 0;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, fixGapMs));
}

/** The completed share of a glide, in [0, 1]; never past the newest fix. */
export function glideShare(startedAt: number, durationMs: number, now: number): number {
  if (durationMs <= 0) return 1;
  return Math.min(1, Math.max(0, (now - startedAt) / durationMs));
}

/** The completed share of a glide's turn: a vehicle turns within the first 0.7 s and then moves straight. */
export function turnShare(startedAt: number, durationMs: number, now: number): number {
  return glideShare(startedAt, Math.min(durationMs, TURN_MS), now);
}

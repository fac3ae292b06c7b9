/** The past path of a vehicle: columns in order of time. */
export interface Trail {
  /** The [lon, lat] of each fix. */
  path: [number, number][];
  /** The epoch milliseconds of each fix. */
  times: number[];
}

/** The points of `get-vehicle-track`: lat, lon, epoch milliseconds, km/h. */
type TrackPoint = readonly [number, number, number, number];

export function trailOf(points: readonly TrackPoint[]): Trail {
  return { path: points.map(([lat, lon]) => [lon, lat]), times: points.map((point) => point[2]) };
}

/**
 * Appends a newer fix to the trail, and drops fixes more than `keepMs` older than it. Returns the same trail if nothing
 * changed.
 */
export function growTrail(trail: Trail, lat: number, lon: number, time: number, retainMs: number): Trail {
  if (time <= (trail.times.at(-1) ?? 0)) return trail;
  const from = trail.times.findIndex((each) => each >= time - retainMs);
  const start = from === -1 ? trail.times.length : from;
  return { path: [...trail.path.slice(start), [lon, lat]], times: [...trail.times.slice(start), time] };
}

const OLDEST = 0.14;
const NEWEST = 0.92;
/** The steps of fading; finer ones are not visible. */
const SHADES = 16;

/** A part of the trail with one opacity, 0 to 1. */
interface Piece {
  path: [number, number][];
  alpha: number;
}

/**
 * Splits the trail into pieces that fade with their age, oldest first; each begins where the previous one ends.
 * @param leg the displayed coordinates of the vehicle, at which the newest piece ends
 */
export function fadedPieces({ path, times }: Trail, leg: [number, number] | null): Piece[] {
  const first = times[0] ?? 0;
  const span = Math.max(1, (times.at(-1) ?? 0) - first);
  const pieces: Piece[] = [];
  const points = leg ? [...path, leg] : path;
  let shade = -1;
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1], points[at]];
    if (!from || !to) continue;
    const age = ((times[at] ?? times.at(-1) ?? 0) - first) / span;
    const next = Math.round(age ** 1.5 * SHADES);
    if (next !== shade) pieces.push({ path: [from], alpha: OLDEST + ((NEWEST - OLDEST) * next) / SHADES });
    shade = next;
    pieces.at(-1)?.path.push(to);
  }
  return pieces;
}

/** A point of the trail and its direction there, in degrees clockwise from north. */
export interface Arrow {
  position: [number, number];
  courseDeg: number;
}

/**
 * Puts arrows along the trail, one per `spacingPx` pixels of the screen.
 * @param worldPx pixels across the whole world
 */
export function trailArrows({ path }: Trail, worldPx: number, spacingPx = 84): Arrow[] {
  const arrows: Arrow[] = [];
  let walked = spacingPx / 2;
  for (let leg = 1; leg < path.length; leg++) {
    const [lon1, lat1] = path[leg - 1] ?? [0, 0];
    const [lon2, lat2] = path[leg] ?? [0, 0];
    // Accurate enough on the screen: in metres, east is shorter by the cosine, and the Mercator map stretches it by the
    // same factor.
    const east = (lon2 - lon1) * (worldPx / 360);
    const north = ((lat2 - lat1) * (worldPx / 360)) / Math.cos((lat1 * Math.PI) / 180);
    const length = Math.hypot(east, north);
    walked += length;
    if (walked < spacingPx || length < 4) continue;
    walked = 0;
    arrows.push({
      position: [(lon1 + lon2) / 2, (lat1 + lat2) / 2],
      courseDeg: (Math.atan2(east, north) * 180) / Math.PI,
    });
  }
  return arrows;
}

/** Where a vehicle was: columns in order of time. */
export interface Trail {
  /** [lon, lat] of each fix. */
  path: [number, number][];
  /** Epoch milliseconds of each fix. */
  times: number[];
}

/** Points of `get-vehicle-track`: lat, lon, epoch milliseconds, km/h. */
type TrackPoint = readonly [number, number, number, number];

export function trailOf(points: readonly TrackPoint[]): Trail {
  return { path: points.map(([lat, lon]) => [lon, lat]), times: points.map((point) => point[2]) };
}

/** Lets the trail grow by a newer fix, and drops what is older than `keepMs` before it. Returns the same trail where nothing changed. */
export function growTrail(trail: Trail, lat: number, lon: number, time: number, retainMs: number): Trail {
  if (time <= (trail.times.at(-1) ?? 0)) return trail;
  const from = trail.times.findIndex((each) => each >= time - retainMs);
  const start = from === -1 ? trail.times.length : from;
  return { path: [...trail.path.slice(start), [lon, lat]], times: [...trail.times.slice(start), time] };
}

const OLDEST = 0.14;
const NEWEST = 0.92;
/** Steps of fading: finer ones are not seen. */
const SHADES = 16;

/** A part of the trail of one opacity, 0 to 1. */
interface Piece {
  path: [number, number][];
  alpha: number;
}

/**
 * The trail in pieces that fade with their age, oldest first; each begins where the one before ends.
 * @param leg where the vehicle is shown now, to which the newest piece goes on
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

/** A place on the trail and the way it went there, in degrees clockwise from north. */
export interface Arrow {
  position: [number, number];
  courseDeg: number;
}

/**
 * Places arrows along the trail, one each `spacingPx` pixels of the screen.
 * @param worldPx pixels across the whole world
 */
export function trailArrows({ path }: Trail, worldPx: number, spacingPx = 84): Arrow[] {
  const arrows: Arrow[] = [];
  let walked = spacingPx / 2;
  for (let leg = 1; leg < path.length; leg++) {
    const [lon1, lat1] = path[leg - 1] ?? [0, 0];
    const [lon2, lat2] = path[leg] ?? [0, 0];
    // Near enough on the screen: east is shorter by the cosine in metres, and longer by the same on the Mercator map.
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

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
export function growTrail(trail: Trail, lat: number, lon: number, time: number, keepMs: number): Trail {
  if (time <= (trail.times.at(-1) ?? 0)) return trail;
  const from = trail.times.findIndex((each) => each >= time - keepMs);
  const start = from === -1 ? trail.times.length : from;
  return { path: [...trail.path.slice(start), [lon, lat]], times: [...trail.times.slice(start), time] };
}

type Rgb = readonly [number, number, number];
const OLDEST_ALPHA = 36;
const NEWEST_ALPHA = 235;

/** A colour for each fix that fades with its age, from the newest to the oldest. */
export function trailColors({ times }: Trail, [r, g, b]: Rgb): [number, number, number, number][] {
  const first = times[0] ?? 0;
  const span = Math.max(1, (times.at(-1) ?? 0) - first);
  return times.map((time) => {
    const age = (time - first) / span;
    return [r, g, b, Math.round(OLDEST_ALPHA + (NEWEST_ALPHA - OLDEST_ALPHA) * age ** 1.5)];
  });
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

/** Metres of one degree of latitude on the sphere (6,371,008.8 m). */
const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;
/** Outside the bounds a track is coarser by this factor, and by at least this many metres. */
const OUTSIDE_FACTOR = 100;
const OUTSIDE_LEAST_M = 400;
/** Sideways the tolerance is smaller by this factor: a cut corner is more visible than a delay. */
const ACROSS = 8;

/** Degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** A track in columns, in the units of `TrackPage`. */
export interface ThinTrack {
  time: number[];
  lat: number[];
  lon: number[];
  speed: number[];
  course: number[];
  /** Indices of the first points after gaps; 0 is not among them. */
  breaks: number[];
}

export const emptyTrack = (): ThinTrack => ({ time: [], lat: [], lon: [], speed: [], course: [], breaks: [] });

/**
 * Takes fixes one by one and appends the necessary ones to `out`; see `createThinner`. With bounds, the tolerance
 * applies inside them.
 */
export function createCone(out: ThinTrack, toleranceM: number, bounds: Bounds | null) {
  const outsideM = bounds ? Math.max(toleranceM * OUTSIDE_FACTOR, OUTSIDE_LEAST_M) : toleranceM;
  const [west, south, east, north] = bounds ? bounds.map((degrees) => degrees * 1e7) : [];
  // The anchor is the last retained point; the newest fix may become the next one.
  let [aTime, aLat, aLon, scaleX] = [0, 0, 0, 0];
  let [time, lat, lon, speed, course] = [Number.NEGATIVE_INFINITY, 0, 0, 0, 0];
  let pending = false;
  let begun = false;
  // Velocities allowed for the line, along and across the direction of the first leg.
  let [minU, maxU, minV, maxV] = [0, 0, 0, 0];
  let [wayX, wayY, moved] = [1, 0, false];
  let fresh = true;
  const scaleY = METRES_PER_DEGREE / 1e7;

  const emit = () => {
    out.time.push(time);
    out.lat.push(lat);
    out.lon.push(lon);
    out.speed.push(speed);
    out.course.push(course);
    [aTime, aLat, aLon] = [time, lat, lon];
    scaleX = scaleY * Math.cos((lat * Math.PI) / 1.8e9);
    minU = minV = Number.NEGATIVE_INFINITY;
    maxU = maxV = Number.POSITIVE_INFINITY;
    fresh = true;
    pending = false;
  };
  const inside = (theLat: number, theLon: number) =>
    west === undefined || south === undefined || east === undefined || north === undefined
      ? true
      : theLat >= south &&
        theLat <= north &&
        (west <= east ? theLon >= west && theLon <= east : theLon >= west || theLon <= east);
  /** True when the line from the anchor may end at the newest fix; narrows the range for further fixes. */
  const narrow = (): boolean => {
    const dt = time - aTime;
    const x = shortWay(lon - aLon) * scaleX;
    const y = (lat - aLat) * scaleY;
    const within = inside(lat, lon) ? toleranceM : outsideM;
    const across = within / ACROSS;
    const far = Math.hypot(x, y);
    if (dt <= 0) return far <= across;
    if (fresh) {
      moved = far > across;
      [wayX, wayY] = moved ? [x / far, y / far] : [1, 0];
      fresh = false;
    }
    // The deviations along and across the direction together stay within the tolerance. A standing vehicle has no
    // direction yet.
    const along = moved ? Math.sqrt(within ** 2 - across ** 2) : across;
    const u = (x * wayX + y * wayY) / dt;
    const v = (y * wayX - x * wayY) / dt;
    if (u < minU || u > maxU || v < minV || v > maxV) return false;
    minU = Math.max(minU, u - along / dt);
    maxU = Math.min(maxU, u + along / dt);
    minV = Math.max(minV, v - across / dt);
    maxV = Math.min(maxV, v + across / dt);
    return true;
  };

  return {
    newest: () => (begun ? time : Number.POSITIVE_INFINITY),
    take(nTime: number, nLat: number, nLon: number, nSpeed: number, nCourse: number, isBreak: boolean): void {
      const starts = isBreak || !begun;
      if (starts && pending) emit();
      // The newest fix is the candidate, in case the one taken now does not fit its line.
      const [pTime, pLat, pLon, pSpeed, pCourse, had] = [time, lat, lon, speed, course, pending];
      [time, lat, lon, speed, course] = [nTime, nLat, nLon, nSpeed, nCourse];
      if (starts) {
        if (isBreak) out.breaks.push(out.time.length);
        begun = true;
        emit();
        return;
      }
      if (toleranceM === 0 && west === undefined) return emit();
      if (!narrow()) {
        if (had) {
          [time, lat, lon, speed, course] = [pTime, pLat, pLon, pSpeed, pCourse];
          emit();
          [time, lat, lon, speed, course] = [nTime, nLat, nLon, nSpeed, nCourse];
        }
        if (!narrow()) return emit();
      }
      pending = true;
    },
    end(): void {
      if (pending) emit();
    },
  };
}

/** The shorter difference of two longitudes, in 1e-7 degree. */
const shortWay = (difference: number) =>
  difference > 1.8e9 ? difference - 3.6e9 : difference < -1.8e9 ? difference + 3.6e9 : difference;

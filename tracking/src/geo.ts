/** Coordinates in degrees; distances on the sphere in metres. */

export interface Coordinates {
  lat: number;
  lon: number;
}

/** Mean radius of the earth in metres (IUGG R1). */
export const EARTH_RADIUS_M = 6_371_008.8;

const RADIANS = Math.PI / 180;

/** Great-circle distance in metres (haversine; the short way round, also over the 180th meridian). */
export function distanceM(aLat: number, aLon: number, bLat: number, bLon: number): number {
  const sinLat = Math.sin(((bLat - aLat) * RADIANS) / 2);
  const sinLon = Math.sin(((bLon - aLon) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(aLat * RADIANS) * Math.cos(bLat * RADIANS) * sinLon * sinLon;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(Math.min(1, h)));
}

/** The distance between two coordinates in metres. */
export function between(a: Coordinates, b: Coordinates): number {
  return distanceM(a.lat, a.lon, b.lat, b.lon);
}

/** Degrees of longitude from `from` to `to` the short way, -180 up to 180. */
export function deltaLon(from: number, to: number): number {
  const delta = to - from;
  if (delta > 180) return delta - 360;
  return delta < -180 ? delta + 360 : delta;
}

/**
 * Metres from coordinates to the line from `a` to `b`, on a plane that touches the earth at the coordinates: exact to a
 * thousandth for lines up to some 100 km, longer than the segments of corridors.
 */
export function distanceToLineM(place: Coordinates, a: Coordinates, b: Coordinates): number {
  const metres = RADIANS * EARTH_RADIUS_M;
  const shrink = Math.cos(place.lat * RADIANS);
  const ax = deltaLon(place.lon, a.lon) * shrink * metres;
  const ay = (a.lat - place.lat) * metres;
  const dx = deltaLon(a.lon, b.lon) * shrink * metres;
  const dy = (b.lat - a.lat) * metres;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  return Math.hypot(ax + along * dx, ay + along * dy);
}

/**
 * True when coordinates lie in a ring of corners (the first need not repeat as the last), by counting crossings to the
 * east. Edges are straight in degrees, as they are drawn on the map; an edge never spans more than 180 degrees of
 * longitude.
 */
export function inRing(lat: number, lon: number, ring: readonly Coordinates[]): boolean {
  let from = ring[ring.length - 1];
  if (!from) return false;
  let inside = false;
  // Longitudes are accumulated from corner to corner, so that the ring stays in one piece wherever the coordinates are.
  let fromEast = deltaLon(lon, from.lon);
  for (const to of ring) {
    const toEast = fromEast + deltaLon(from.lon, to.lon);
    if (from.lat > lat !== to.lat > lat) {
      const crossing = fromEast + ((lat - from.lat) / (to.lat - from.lat)) * (toEast - fromEast);
      if (crossing > 0) inside = !inside;
    }
    from = to;
    fromEast = toEast;
  }
  return inside;
}

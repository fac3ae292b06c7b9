import type { FenceShape, Place } from './fence-shape-types.ts';

/** Geometry of geofences on the sphere of docs/tracking.md; edges are straight in degrees, as they are drawn. */

/** Mean radius of the earth in metres (IUGG R1). */
const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** A corner on the plane of degrees. Its longitude continues from the first corner, so it can exceed 180. */
export interface Point {
  x: number;
  y: number;
}

/** Degrees of longitude from `from` to `to` the shorter way, from -180 up to 180. */
function deltaLon(from: number, to: number): number {
  const delta = (to - from) % 360;
  if (delta > 180) return delta - 360;
  return delta < -180 ? delta + 360 : delta;
}

/** Corners on one continuous plane, also across the 180th meridian; longitudes continue from `near`. */
export function unwrap(corners: readonly Place[], near = corners[0]?.lon ?? 0): Point[] {
  let x = near;
  let last = near;
  return corners.map(({ lat, lon }) => {
    x += deltaLon(last, lon);
    last = lon;
    return { x, y: lat };
  });
}

/** Great-circle distance in metres (haversine). */
export function metresBetween(a: Place, b: Place): number {
  const sinLat = Math.sin(((b.lat - a.lat) * RADIANS) / 2);
  const sinLon = Math.sin(((b.lon - a.lon) * RADIANS) / 2);
  const h = sinLat ** 2 + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * sinLon ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(Math.min(1, h)));
}

/** Length of a line in metres. */
export function lineMetres(line: readonly Place[]): number {
  return line.reduce((sum, place, index) => sum + metresBetween(line[index - 1] ?? place, place), 0);
}

/**
 * The area of a shape in square metres: the cap of a circle, the outline less its holes, or the band of a corridor (its
 * length by its width plus the round ends; overlaps of a corridor with itself count twice).
 */
export function shapeAreaM2(shape: FenceShape): number {
  if (shape.kind === 'circle') {
    return 2 * Math.PI * EARTH_RADIUS_M ** 2 * (1 - Math.cos(shape.radiusM / EARTH_RADIUS_M));
  }
  if (shape.kind === 'corridor') return lineMetres(shape.line) * 2 * shape.halfWidthM + Math.PI * shape.halfWidthM ** 2;
  const [outline = [], ...holes] = shape.rings;
  return Math.max(0, ringAreaM2(outline) - holes.reduce((sum, hole) => sum + ringAreaM2(hole), 0));
}

/** A shape up to this length and width can be crossed between two fixes, metres: gates, tolls, crossings. */
const SMALL_M = 300;

/** True when a vehicle can cross a shape between two typical fixes: 420 m apart, at 50 km/h every 30 s. */
export function isSmallShape(shape: FenceShape): boolean {
  if (shape.kind === 'circle') return 2 * shape.radiusM <= SMALL_M;
  if (shape.kind === 'corridor') return lineMetres(shape.line) + 2 * shape.halfWidthM <= SMALL_M;
  const corners = unwrap(shape.rings[0] ?? []);
  const [lats, lons] = [corners.map(({ y }) => y), corners.map(({ x }) => x)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const shrink = Math.cos(((south + north) / 2) * RADIANS);
  const sizeM = Math.max(north - south, (Math.max(...lons) - Math.min(...lons)) * shrink) * RADIANS * EARTH_RADIUS_M;
  return sizeM <= SMALL_M;
}

/** Spherical excess, summed over the edges (Todhunter, Spherical Trigonometry, article 103). */
function ringAreaM2(ring: readonly Place[]): number {
  let excess = 0;
  for (const [index, a] of ring.entries()) {
    const b = ring[(index + 1) % ring.length] ?? a;
    const turn = Math.tan((deltaLon(a.lon, b.lon) * RADIANS) / 2);
    const [s, u] = [Math.tan((a.lat * RADIANS) / 2), Math.tan((b.lat * RADIANS) / 2)];
    excess += 2 * Math.atan2(turn * (s + u), 1 + s * u);
  }
  return Math.abs(excess) * EARTH_RADIUS_M ** 2;
}

/** True when a point lies in a ring, by counting crossings. */
export function isInRing({ x, y }: Point, ring: readonly Point[]): boolean {
  let inside = false;
  for (const [index, b] of ring.entries()) {
    const a = ring.at(index - 1) ?? b;
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

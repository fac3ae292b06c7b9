import { unwrap } from '@milepost/contract/fence-geometry';
import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';

const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;
/** The ground distance of one pixel at the equator, in metres, if the world is 512 px wide. */
const METRES_PER_PIXEL = (2 * Math.PI * EARTH_RADIUS_M) / 512;

export type Pair = [lon: number, lat: number];
export type Box = readonly [west: number, south: number, east: number, north: number];

export type ShapeGeometry =
  | { type: 'Polygon'; coordinates: Pair[][] }
  | { type: 'LineString'; coordinates: Pair[] }
  | { type: 'Point'; coordinates: Pair };

/** The corners of a circle on the sphere; the first is repeated as the last. Longitudes can exceed 180 degrees. */
export function circleRing(centre: Place, radiusM: number, corners = 48): Pair[] {
  const angle = radiusM / EARTH_RADIUS_M;
  const [lat, sin, cos] = [centre.lat * RADIANS, Math.sin(angle), Math.cos(angle)];
  const ring = Array.from({ length: corners }, (_, index): Pair => {
    const bearing = (-index / corners) * 2 * Math.PI;
    const there = Math.asin(Math.sin(lat) * cos + Math.cos(lat) * sin * Math.cos(bearing));
    const east = Math.atan2(Math.sin(bearing) * sin * Math.cos(lat), cos - Math.sin(lat) * Math.sin(there));
    return [centre.lon + east / RADIANS, there / RADIANS];
  });
  return ring[0] ? [...ring, ring[0]] : ring;
}

const pairs = (places: readonly Place[], near?: number): Pair[] => unwrap(places, near).map(({ x, y }): Pair => [x, y]);

/** The geometry of a shape: an area, or the centre line of a corridor, which is drawn as wide as the corridor. */
export function shapeGeometry(shape: FenceShape): ShapeGeometry {
  if (shape.kind === 'circle') return { type: 'Polygon', coordinates: [circleRing(shape.centre, shape.radiusM)] };
  if (shape.kind === 'corridor') return { type: 'LineString', coordinates: pairs(shape.line) };
  const near = shape.rings[0]?.[0]?.lon;
  const rings = shape.rings.map((corners) => {
    const ring = pairs(corners, near);
    return ring[0] ? [...ring, ring[0]] : ring;
  });
  return { type: 'Polygon', coordinates: rings };
}

/** The drawn width of a corridor at zoom 0, in pixels; it doubles with every zoom. */
export function bandWidthPx({ line, halfWidthM }: FenceShape & { kind: 'corridor' }): number {
  const middle = line[Math.floor(line.length / 2)]?.lat ?? 0;
  return (2 * halfWidthM) / (METRES_PER_PIXEL * Math.cos(middle * RADIANS));
}

/** The bounding box of a shape in degrees, including its width; null for a shape without corners. */
export function shapeBox(shape: FenceShape): Box | null {
  const geometry = shapeGeometry(shape);
  const all = geometry.type === 'Polygon' ? (geometry.coordinates[0] ?? []) : [geometry.coordinates].flat();
  const corners = all.filter((one): one is Pair => Array.isArray(one));
  if (corners.length === 0) return null;
  const [lons, lats] = [corners.map(([lon]) => lon), corners.map(([, lat]) => lat)];
  const high = shape.kind === 'corridor' ? shape.halfWidthM / (EARTH_RADIUS_M * RADIANS) : 0;
  const wide = high / Math.max(0.01, Math.cos((lats[0] ?? 0) * RADIANS));
  return [Math.min(...lons) - wide, Math.min(...lats) - high, Math.max(...lons) + wide, Math.max(...lats) + high];
}

/** The centre of a box, the position of its label. */
export const middleOf = ([west, south, east, north]: Box): Pair => [(west + east) / 2, (south + north) / 2];

import { elementAt } from './at.ts';
import type { Feature, FeatureCollection, Position } from 'geojson';

/**
 * The margin around the city in which its coast is drawn in detail, degrees: more than a screen shows at the zoom from
 * which it is used.
 */
const AROUND_DEG = 3;

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Returns land and sea around the city, which the world's tiles have too coarsely for a close view. */
export function nearOf(world: FeatureCollection, city: Box): FeatureCollection {
  const box = {
    west: city.west - AROUND_DEG,
    south: city.south - AROUND_DEG,
    east: city.east + AROUND_DEG,
    north: city.north + AROUND_DEG,
  };
  const { west, south, east, north } = box;
  const frame = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const features: Feature[] = [
    { type: 'Feature', geometry: { type: 'Polygon', coordinates: [frame] }, properties: { kind: 'sea' } },
  ];
  for (const { geometry } of world.features) {
    if (geometry.type !== 'MultiPolygon') continue;
    const coordinates = geometry.coordinates
      .map((rings) => rings.map((ring) => clipRing(ring, box)).filter((ring) => ring.length > 3))
      .filter((rings) => rings.length > 0);
    if (coordinates.length > 0)
      features.push({ type: 'Feature', geometry: { type: 'MultiPolygon', coordinates }, properties: { kind: 'land' } });
  }
  return { type: 'FeatureCollection', features };
}

/** Returns the part of a closed ring within a box (Sutherland and Hodgman, 1974); possibly empty. */
export function clipRing(ring: readonly Position[], { west, south, east, north }: Box): Position[] {
  let points = ring.slice(0, -1);
  for (const [axis, limit, sign] of [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ] as const) {
    const inside = (point: Position) => (elementAt(point, axis) - limit) * sign >= 0;
    const clipped: Position[] = [];
    for (const [index, point] of points.entries()) {
      const before = elementAt(points, (index + points.length - 1) % points.length);
      if (inside(point) !== inside(before)) clipped.push(crossing(before, point, axis, limit));
      if (inside(point)) clipped.push(point);
    }
    points = clipped;
  }
  return points.length === 0 ? [] : [...points, elementAt(points, 0)];
}

function crossing(from: Position, to: Position, axis: 0 | 1, limit: number): Position {
  const share = (limit - elementAt(from, axis)) / (elementAt(to, axis) - elementAt(from, axis));
  const other = elementAt(from, 1 - axis) + share * (elementAt(to, 1 - axis) - elementAt(from, 1 - axis));
  return axis === 0 ? [limit, other] : [other, limit];
}

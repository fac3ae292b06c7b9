import { between, deltaLon, distanceToLineM, EARTH_RADIUS_M, inRing, type Coordinates } from './geo.ts';
import type { WeeklyHours } from './local-day.ts';

/** The shape of a geofence. Radius and half-width in metres. */
export type Shape =
  | { kind: 'circle'; centre: Coordinates; radiusM: number }
  /** The first ring is the outline, the others are holes in it. */
  | { kind: 'polygon'; rings: readonly (readonly Coordinates[])[] }
  | { kind: 'corridor'; line: readonly Coordinates[]; halfWidthM: number };

export interface Fence {
  id: number;
  shape: Shape;
  /** Speed limit inside, km/h; null without a limit of its own. */
  speedLimitKph: number | null;
  /** Its speed limit and alarms apply only within these hours, in the zone's local time; null for always. */
  schedule: WeeklyHours | null;
  /** Whether a vehicle that was inside only between two fixes has a visit too; omitted: it has none. */
  betweenFixes?: boolean;
}

/** A bounding box in degrees; `west` to `east` can pass 180 (then `east` is above 180). */
export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** True when the coordinates lie in a shape. The edge of a circle and of a corridor belongs to it. */
export function contains(shape: Shape, place: Coordinates): boolean {
  if (shape.kind === 'circle') return between(shape.centre, place) <= shape.radiusM;
  if (shape.kind === 'polygon') {
    return shape.rings.every((ring, index) => inRing(place.lat, place.lon, ring) === (index === 0));
  }
  return shape.line.some((from, index) => {
    const to = shape.line[index + 1] ?? (shape.line.length === 1 ? from : null);
    return to !== null && distanceToLineM(place, from, to) <= shape.halfWidthM;
  });
}

/** Returns the box around a shape, or null for a shape without a corner. */
export function boxOf(shape: Shape): Box | null {
  if (shape.kind === 'circle') return around([shape.centre], shape.radiusM);
  return shape.kind === 'polygon' ? around(shape.rings[0] ?? [], 0) : around(shape.line, shape.halfWidthM);
}

function around(places: readonly Coordinates[], marginM: number): Box | null {
  const first = places[0];
  if (!first) return null;
  let [south, north, west, east, lon, last] = [first.lat, first.lat, first.lon, first.lon, first.lon, first.lon];
  for (const place of places) {
    south = Math.min(south, place.lat);
    north = Math.max(north, place.lat);
    // Corners are connected the short way, so that a shape over the 180th meridian stays in one piece.
    lon += deltaLon(last, place.lon);
    last = place.lon;
    west = Math.min(west, lon);
    east = Math.max(east, lon);
  }
  const high = (marginM / EARTH_RADIUS_M) * (180 / Math.PI) * 1.001;
  const poleward = Math.min(89.9, Math.max(Math.abs(south), Math.abs(north)) + high);
  const wide = Math.min(180, high / Math.cos((poleward * Math.PI) / 180));
  return { south: south - high, north: north + high, west: west - wide, east: east + wide };
}

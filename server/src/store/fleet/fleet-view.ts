import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';

/** The initial view of a map: [lon, lat, zoom]. */
export type MapView = [number, number, number];

interface Box {
  south: number | null;
  west: number | null;
  north: number | null;
  east: number | null;
}

/** The minimum width and height of a map on a desktop, in tiles of 512 pixels. */
const MAP_TILES = { wide: 1.6, high: 1.2 };
/** Street level; a fleet in one yard is not shown closer. */
const CLOSEST = 13;
/** The share of outermost vehicles that is ignored: a single fix with a jump would show half the world. */
const OUTERMOST = 0.02;

const edge = (part: number, column: 'lat' | 'lon') =>
  `percentile_disc(${part}) WITHIN GROUP (ORDER BY s.${column}) / 1e7::float8`;

/** The view that fits the last positions of the scope's vehicles; null if none ever reported. */
export async function readFleetView(db: Queryable, scope: Scope): Promise<MapView | null> {
  const box = onlyRow(
    await db.query<Box>(
      `SELECT ${edge(OUTERMOST, 'lat')} AS south, ${edge(OUTERMOST, 'lon')} AS west,
              ${edge(1 - OUTERMOST, 'lat')} AS north, ${edge(1 - OUTERMOST, 'lon')} AS east
       FROM vehicles v
       JOIN installations i ON i.vehicle_id = v.id AND i.removed_at IS NULL
       JOIN device_states s ON s.device_id = i.device_id
       WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)}
         AND s.fix_time >= i.installed_at AND s.lat IS NOT NULL AND s.lon IS NOT NULL`,
      [scope.organisationIds],
    ),
  );
  const { south, west, north, east } = box;
  return south === null || west === null || north === null || east === null
    ? null
    : viewOf({ south, west, north, east });
}

/** The view that fits a box in degrees. A fleet on both sides of the 180th meridian gets the whole width. */
export function viewOf({
  south,
  west,
  north,
  east,
}: {
  south: number;
  west: number;
  north: number;
  east: number;
}): MapView {
  const [low, high] = [mercator(south), mercator(north)];
  const zoom = Math.min(Math.log2((MAP_TILES.wide * 360) / (east - west)), Math.log2(MAP_TILES.high / (high - low)));
  const middle = (Math.atan(Math.sinh((low + high) * Math.PI)) * 180) / Math.PI;
  return [round((west + east) / 2), round(middle), Math.max(0, Math.min(CLOSEST, Math.floor(zoom * 10) / 10))];
}

/** From -0.5 in the south to 0.5 in the north; the map ends at 85 degrees. */
function mercator(lat: number): number {
  const radians = (Math.max(-85, Math.min(85, lat)) * Math.PI) / 180;
  return Math.asinh(Math.tan(radians)) / (2 * Math.PI);
}

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

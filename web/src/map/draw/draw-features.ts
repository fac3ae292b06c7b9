import type { FenceKind, FenceShape, Place } from '@milepost/contract/fence-shape-types';
import { metresBetween } from '@milepost/contract/fence-geometry';
import type { GeoJSONStoreFeatures } from 'terra-draw';
import { NEW_HALF_WIDTH_M } from './drawing-defaults.ts';
import { shapeGeometry } from '../fences/shape-features.ts';

/** The names of Terra Draw's drawing modes. */
export const MODES: Record<FenceKind, string> = { circle: 'circle', polygon: 'polygon', corridor: 'linestring' };

/** Terra Draw rejects more decimals. */
const digits = (value: number) => Number(value.toFixed(9));
const wrap = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180;

function toPlaces(positions: readonly unknown[]): Place[] {
  return positions.flatMap((position) => {
    const [lon, lat]: unknown[] = Array.isArray(position) ? position : [];
    return typeof lon === 'number' && typeof lat === 'number' ? [{ lat, lon: wrap(lon) }] : [];
  });
}

/**
 * Converts what was drawn to a shape. `before` supplies what the drawing lacks: the width of a corridor and the inner
 * rings of a polygon. Null while the drawing is too small to be visible.
 */
export function drawnShape(feature: GeoJSONStoreFeatures, before: FenceShape | null): FenceShape | null {
  const { geometry, properties } = feature;
  if (geometry.type === 'LineString' && properties['mode'] === MODES.corridor) {
    const halfWidthM = before?.kind === 'corridor' ? before.halfWidthM : NEW_HALF_WIDTH_M;
    return { kind: 'corridor', line: toPlaces(geometry.coordinates), halfWidthM };
  }
  if (geometry.type !== 'Polygon') return null;
  const corners = toPlaces(geometry.coordinates[0] ?? []).slice(0, -1);
  if (properties['mode'] === MODES.polygon) {
    return { kind: 'polygon', rings: [corners, ...(before?.kind === 'polygon' ? before.rings.slice(1) : [])] };
  }
  return properties['mode'] === MODES.circle ? circleThrough(corners) : null;
}

/** The circle through the corners: its centre is halfway between a corner and the opposite one. */
function circleThrough(corners: readonly Place[]): FenceShape | null {
  const [first, across] = [corners[0], corners[Math.floor(corners.length / 2)]];
  if (!first || !across) return null;
  const lats = corners.map(({ lat }) => lat);
  const centre = {
    lat: (Math.min(...lats) + Math.max(...lats)) / 2,
    lon: wrap(first.lon + wrap(across.lon - first.lon) / 2),
  };
  return { kind: 'circle', centre, radiusM: Math.round(metresBetween(centre, first)) };
}

/** A polygon's outline or a corridor's line with handles to drag; circles have their own handles. */
export function editedFeature(shape: FenceShape): GeoJSONStoreFeatures | null {
  const geometry = shapeGeometry(shape);
  const properties = { mode: MODES[shape.kind] };
  if (shape.kind === 'polygon' && geometry.type === 'Polygon') {
    const ring = (geometry.coordinates[0] ?? []).map(([lon, lat]) => [digits(lon), digits(lat)]);
    return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
  }
  if (shape.kind === 'corridor' && geometry.type === 'LineString') {
    const coordinates = geometry.coordinates.map(([lon, lat]) => [digits(lon), digits(lat)]);
    return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } };
  }
  return null;
}

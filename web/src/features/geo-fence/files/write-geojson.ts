import type { Fence } from '@milepost/contract/fence-routes';
import { circleRing, shapeGeometry } from '../../../map/fences/shape-features.ts';
import { propertiesOf } from './properties.ts';

/**
 * Geofences as GeoJSON (RFC 7946). A circle is written as an outline for other programs; its centre and radius are in
 * the properties.
 */
export function writeGeoJson(fences: readonly Fence[]): string {
  const features = fences.map((fence) => ({
    type: 'Feature',
    properties: { ...propertiesOf(fence), tags: fence.tags },
    geometry:
      fence.shape.kind === 'circle'
        ? { type: 'Polygon', coordinates: [circleRing(fence.shape.centre, fence.shape.radiusM, 64)] }
        : shapeGeometry(fence.shape),
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

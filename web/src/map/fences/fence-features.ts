import type { MapFence } from '@milepost/contract/fence-operations';
import { bandWidthPx, middleOf, type ShapeGeometry, shapeGeometry } from './shape-features.ts';

/** The properties of a geofence's features on the map. */
export interface FenceProperties {
  name: string;
  colour: string;
  areaM2: number;
  /** Only for a corridor: its width at zoom 0, px. */
  band: number;
}

interface FenceFeature {
  type: 'Feature';
  id: number;
  properties: FenceProperties;
  geometry: ShapeGeometry;
}

const collection = (features: FenceFeature[]) => ({ type: 'FeatureCollection' as const, features });

/** Geofences as the data of the map's sources: areas, corridors and label points separately. */
export function fenceFeatures(fences: readonly MapFence[]) {
  const areas: FenceFeature[] = [];
  const bands: FenceFeature[] = [];
  const names: FenceFeature[] = [];
  for (const { id, name, colour, areaM2, shape, box } of fences) {
    const band = shape.kind === 'corridor' ? bandWidthPx(shape) : 0;
    const feature = { type: 'Feature' as const, id, properties: { name, colour, areaM2, band } };
    (shape.kind === 'corridor' ? bands : areas).push({ ...feature, geometry: shapeGeometry(shape) });
    names.push({ ...feature, geometry: { type: 'Point', coordinates: middleOf(box) } });
  }
  return { areas: collection(areas), bands: collection(bands), names: collection(names) };
}

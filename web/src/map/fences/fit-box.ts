import type { MapFence } from '@milepost/contract/fence-operations';
import { fitStreets } from '../fit-streets.ts';
import type { MapLibreMap } from '../map-library.ts';
import type { Box } from './shape-features.ts';

/** The bounding box of all geofences; null if there are none. */
export function unionOf(fences: readonly Pick<MapFence, 'box'>[]): Box | null {
  const [first] = fences;
  if (!first) return null;
  return fences.reduce<Box>(
    ([west, south, east, north], { box }) => [
      Math.min(west, box[0]),
      Math.min(south, box[1]),
      Math.max(east, box[2]),
      Math.max(north, box[3]),
    ],
    first.box,
  );
}

/** The parts of the map that panels cover, px. */
export interface Covered {
  bottom: number;
  left: number;
  right: number;
}

/** Fits a box into the uncovered part of the map. */
export function fitBox(map: MapLibreMap, box: Box, covered: Covered, animate: boolean): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const margin = Math.min(64, map.getContainer().clientWidth / 6);
  fitStreets(map, box, {
    padding: {
      top: margin,
      left: margin + covered.left,
      right: margin + covered.right,
      bottom: margin + covered.bottom,
    },
    // A single point is shown with the streets around it.
    maxZoom: box[0] === box[2] && box[1] === box[3] ? 13 : 17,
    duration: animate && !calm ? 700 : 0,
  });
}

import type { MapFence } from '@milepost/contract/fence-routes';
import { fitStreets } from '../fit-streets.ts';
import type { MapLibreMap } from '../map-library.ts';
import type { Box } from './shape-features.ts';

/** The box around all fences; null where there is none. */
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

/** What lies over the map, px. */
export interface Covered {
  bottom: number;
  left: number;
  right: number;
}

/** Shows a box in the part of the map that nothing covers. */
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
    // One place alone is shown with the streets around it.
    maxZoom: box[0] === box[2] && box[1] === box[3] ? 13 : 17,
    duration: animate && !calm ? 700 : 0,
  });
}

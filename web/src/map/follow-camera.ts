import type { MapLibreMap } from './map-library.ts';
import { screenOf, screenX, screenY } from './screen.ts';

/** The width of the map's covered strip on each side, px. */
export interface Covered {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * The camera moves only when the vehicle leaves the central part of the free map: a basemap that always creeps is hard
 * to read.
 */
const FREE_SHARE = 0.22;
const EASE_MS = 900;
/** Following begins at a zoom where streets are distinguishable. */
export const FOLLOW_ZOOM = 15;

/** The distance of the vehicle from the central part, in px; [0, 0] while it is inside. */
export function outOfMiddle(
  x: number,
  y: number,
  size: { width: number; height: number },
  covered: Covered,
): [number, number] {
  const width = size.width - covered.left - covered.right;
  const height = size.height - covered.top - covered.bottom;
  const dx = x - (covered.left + width / 2);
  const dy = y - (covered.top + height / 2);
  const inside = Math.abs(dx) <= width * FREE_SHARE && Math.abs(dy) <= height * FREE_SHARE;
  return inside ? [0, 0] : [dx, dy];
}

/** The offset of the free map's centre from the centre of the whole map, in px, as in MapLibre's `offset`. */
export const freeOffset = (covered: Covered): [number, number] => [
  (covered.left - covered.right) / 2,
  (covered.top - covered.bottom) / 2,
];

/** Moves the camera so that the vehicle is back in the central part. Does nothing while the map is moving. */
export function panIntoView(map: MapLibreMap, [lon, lat]: [number, number], covered: Covered, animate: boolean): void {
  if (map.isMoving()) return;
  const screen = screenOf(map);
  const [dx, dy] = outOfMiddle(screenX(screen, lon), screenY(screen, lat), screen, covered);
  if (dx === 0 && dy === 0) return;
  const far = Math.hypot(dx, dy) > Math.max(screen.width, screen.height) * 2;
  map.easeTo({ center: [lon, lat], offset: freeOffset(covered), duration: animate && !far ? EASE_MS : 0 });
}

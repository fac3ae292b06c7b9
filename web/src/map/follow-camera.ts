import type { MapLibreMap } from './map-library.ts';
import { screenOf, screenX, screenY } from './screen.ts';

/** Px of the map that panels cover, on each side. */
export interface Covered {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The camera moves only when the vehicle leaves the middle part of the free map: a basemap that always creeps is hard to read. */
const FREE_SHARE = 0.22;
const EASE_MS = 900;
/** Following begins at a zoom where streets can be told apart. */
export const FOLLOW_ZOOM = 15;

/** How far the vehicle is out of the middle part, in px; [0, 0] while it is inside. */
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

/** Offset of the free map's middle from the middle of the whole map, in px, as MapLibre's `offset` counts it. */
export const freeOffset = (covered: Covered): [number, number] => [
  (covered.left - covered.right) / 2,
  (covered.top - covered.bottom) / 2,
];

/** Brings the vehicle back into the middle part where it has left it. Does nothing while the map is being moved. */
export function panIntoView(map: MapLibreMap, [lon, lat]: [number, number], covered: Covered, animate: boolean): void {
  if (map.isMoving()) return;
  const screen = screenOf(map);
  const [dx, dy] = outOfMiddle(screenX(screen, lon), screenY(screen, lat), screen, covered);
  if (dx === 0 && dy === 0) return;
  const far = Math.hypot(dx, dy) > Math.max(screen.width, screen.height) * 2;
  map.easeTo({ center: [lon, lat], offset: freeOffset(covered), duration: animate && !far ? EASE_MS : 0 });
}

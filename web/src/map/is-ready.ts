import type { MapLibreMap } from './map-library.ts';

/** Whether a style is in place, so that layers can be added; its tiles may still be on their way. */
export function isReady(map: MapLibreMap): boolean {
  const style: unknown = map.getStyle();
  return style !== undefined && style !== null;
}

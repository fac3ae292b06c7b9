import type { MapLibreMap } from './map-library.ts';

/** True if a style is loaded, so that layers can be added; its tiles can still be loading. */
export function isReady(map: MapLibreMap): boolean {
  const style: unknown = map.getStyle();
  return style !== undefined && style !== null;
}

import type { MapLibreMap } from './map-library.ts';

const FLAG = 'milepost-e2e';

/** Lets a browser test query the map; only if the test set its flag. Returns a function that ends the access. */
export function exposeMapForTests(map: MapLibreMap): (() => void) | undefined {
  if (localStorage.getItem(FLAG) === null) return undefined;
  // oxlint-disable-next-line no-underscore-dangle -- a global name that no page script would take by chance
  window.__milepost = { map, vehicles: () => [] };
  // oxlint-disable-next-line no-underscore-dangle
  return () => delete window.__milepost;
}

import { shownPlace } from '../live/apply-state.ts';
import type { LiveStore } from '../live/live-store.ts';
import type { MapLibreMap } from './map-library.ts';

interface E2eVehicle {
  id: number;
  lat: number;
  lon: number;
  shown: { lat: number; lon: number };
}

declare global {
  interface Window {
    __milepost?: { vehicles(): E2eVehicle[]; map: MapLibreMap };
  }
}

const FLAG = 'milepost-e2e';

/** Lets a browser test query where vehicles are drawn; only if the test set its flag. */
export function exposeForTests(store: LiveStore, map: MapLibreMap): void {
  const isEnabled = localStorage.getItem(FLAG) !== null || `${location.search}${location.hash}`.includes(FLAG);
  if (!isEnabled) return;
  // oxlint-disable-next-line no-underscore-dangle -- a global name that no page script would take by chance
  window.__milepost = {
    map,
    vehicles: () =>
      Array.from({ length: store.table.size }, (_, slot) => {
        const { lat, lon } = shownPlace(store.table, slot, performance.now());
        return {
          id: store.table.ids[slot] ?? 0,
          lat: store.table.lat[slot] ?? Number.NaN,
          lon: store.table.lon[slot] ?? Number.NaN,
          shown: { lat, lon },
        };
      }),
  };
}

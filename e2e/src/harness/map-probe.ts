import type { Page } from 'playwright-core';
import { waitUntil } from './until.ts';

/** A vehicle on the map: its newest fix, and its displayed coordinates at this instant; NaN before the first fix. */
export interface MapVehicle {
  id: number;
  lat: number;
  lon: number;
  shown: { lat: number; lon: number };
}

/** The vehicles of the map; the page must have been opened with `watchMap`. Throws while there is no map. */
export function mapVehicles(page: Page): Promise<MapVehicle[]> {
  return page.evaluate<MapVehicle[]>('window.__milepost.vehicles()');
}

export async function mapVehicle(page: Page, id: number): Promise<MapVehicle | undefined> {
  return (await mapVehicles(page)).find((vehicle) => vehicle.id === id);
}

/** Waits until the map's style and tiles are drawn. */
export function mapDrawn(page: Page): Promise<true> {
  return waitUntil(
    'the map to be drawn',
    () => page.evaluate<boolean>('window.__milepost?.map.loaded() ?? false'),
    30_000,
  );
}

/** A page counts as idle if it responds within this time, several times in a row. */
const FREE_WITHIN_MS = 100;
const FREE_TIMES = 10;

/** Waits until the page has been idle for half a second: while it renders in software, it processes nothing. */
export async function pageFree(page: Page): Promise<void> {
  let times = 0;
  await waitUntil(
    'the page to be free',
    async () => {
      const startedAt = performance.now();
      await page.evaluate('0');
      times = performance.now() - startedAt < FREE_WITHIN_MS ? times + 1 : 0;
      return times >= FREE_TIMES;
    },
    30_000,
  );
}

/** The centre and zoom of the map. */
export function camera(page: Page): Promise<{ lat: number; lon: number; zoom: number }> {
  return page.evaluate(`(() => {
    const { map } = window.__milepost;
    const { lat, lng } = map.getCenter();
    return { lat, lon: lng, zoom: map.getZoom() };
  })()`);
}

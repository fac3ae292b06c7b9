import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** A vehicle as the map holds it: its newest fix, and where it is drawn at this instant; NaN before the first fix. */
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
  return until('the map to be drawn', () => page.evaluate<boolean>('window.__milepost?.map.loaded() ?? false'), 30_000);
}

/** A page answers so fast, and so many times in a row, when it is not drawing. */
const FREE_WITHIN_MS = 100;
const FREE_TIMES = 10;

/** Waits until the page has been free for half a second: while it draws in software, it hears of nothing. */
export async function pageFree(page: Page): Promise<void> {
  let times = 0;
  await until(
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

/** Centre and zoom of the map. */
export function camera(page: Page): Promise<{ lat: number; lon: number; zoom: number }> {
  return page.evaluate(`(() => {
    const { map } = window.__milepost;
    const { lat, lng } = map.getCenter();
    return { lat, lon: lng, zoom: map.getZoom() };
  })()`);
}

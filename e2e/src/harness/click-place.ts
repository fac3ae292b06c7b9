import type { Page } from 'playwright-core';

/** Clicks at coordinates on the map of a page that was opened with `watchMap`; they must be visible. */
export async function clickPlace(page: Page, lat: number, lon: number) {
  const { x, y } = await page.evaluate<{ x: number; y: number }>(`(() => {
    const { map } = window.__milepost;
    const { x, y } = map.project([${lon}, ${lat}]);
    const box = map.getCanvas().getBoundingClientRect();
    return { x: box.x + x, y: box.y + y };
  })()`);
  await page.mouse.move(x - 4, y - 4, { steps: 2 });
  await page.mouse.move(x, y);
  // Two quick clicks at one position would be a double click.
  await page.waitForTimeout(350);
  await page.mouse.click(x, y);
}

// Raster maps that the operator configures, and the initial view of the live map.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { addDrivenVehicle, CORNER, newImei } from './harness/fleet.ts';
import { camera, mapDrawn } from './harness/map-probe.ts';
import { useRunning } from './harness/running.ts';
import { waitUntil } from './harness/until.ts';

/** One grey pixel: a tile of any size. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOcMWNGPQAGNgKRM6Xl9gAAAABJRU5ErkJggg==',
  'base64',
);
const requestedUrls: string[] = [];
const tiles = createServer((request, response) => {
  requestedUrls.push(request.url ?? '');
  response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(TILE);
});
tiles.listen(0, '127.0.0.1');
await once(tiles, 'listening');
const at = tiles.address();
const port = typeof at === 'object' && at !== null ? at.port : 0;
const raster = { name: 'Satellite', url: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`, attribution: 'Test <b>pictures' };

const running = useRunning({ environment: { MAP_RASTERS: JSON.stringify([raster]) } });
afterAll(() => tiles.close());

test('a map of pictures is chosen in the layers, is remembered, and holds for other maps', async () => {
  const { page, problems } = await running.openSignedIn('/track-vehicle', { watchMap: true });
  await mapDrawn(page);
  expect(requestedUrls).toEqual([]);
  await page.getByRole('button', { name: 'Layers' }).click();
  await page.getByRole('menuitem', { name: 'Satellite' }).click();
  await waitUntil('tiles', () => requestedUrls.length > 0);
  expect(requestedUrls[0]).toMatch(/^\/\d+\/\d+\/\d+\.png$/);
  await page.getByText('Test <b>pictures').waitFor({ state: 'attached' });

  requestedUrls.length = 0;
  await page.reload();
  await waitUntil('tiles after a reload', () => requestedUrls.length > 0);
  requestedUrls.length = 0;
  await page.goto(`${running.server.address}/geo-fence`);
  await waitUntil('tiles of the geofences', () => requestedUrls.length > 0);
  expect(problems).toEqual([]);
});

test('the live map opens on the fleet as soon as that has a place, and later where it was left', async () => {
  const caller = await signInByCall(running.server);
  const { tracker } = await addDrivenVehicle(running.server, caller, `SBA ${newImei().slice(-5)}`);
  const { page } = await running.openSignedIn('/track-vehicle', { watchMap: true });
  await mapDrawn(page);
  const isNear = async (lon: number) => Math.abs((await camera(page)).lon - lon) < 0.01;
  expect(await isNear(CORNER.lon)).toBe(false);
  await tracker.report({ ...CORNER, speedKph: 40, courseDeg: 90 });
  tracker.close();
  await waitUntil('the fleet', () => isNear(CORNER.lon));
  await page.evaluate('window.__milepost.map.jumpTo({ center: [-56.3, -34.8], zoom: 12 })');
  await waitUntil('the view to be kept', () =>
    page.evaluate(`(localStorage.getItem('milepost.live-camera') ?? '').includes('-56.3')`),
  );
  await page.goto(`${running.server.address}/extra-pages/about`);
  await page.goto(`${running.server.address}/track-vehicle`);
  await mapDrawn(page);
  expect(await isNear(-56.3)).toBe(true);
});

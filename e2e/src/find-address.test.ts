import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { addDrivenVehicle, type DrivenVehicle } from './harness/fleet.ts';
import { camera, mapDrawn } from './harness/map-probe.ts';
import { useRunning } from './harness/running.ts';
import { waitUntil } from './harness/until.ts';

/** On the avenue, 1.2 km north of the centre of Buceo. */
const PLACE = { lat: -34.8869, lon: -56.1289 };
const PHONE = '+598 99 123 456';
const running = useRunning();
let caller: Caller;
let near: DrivenVehicle;
let far: DrivenVehicle;

beforeAll(async () => {
  const { server } = running;
  caller = await signInByCall(server);
  far = await addDrivenVehicle(server, caller, 'SBF 2002');
  near = await addDrivenVehicle(server, caller, 'SBN 1001');
  await far.tracker.report({ lat: -34.905, lon: -56.19, speedKph: 30 });
  await near.tracker.report({ lat: PLACE.lat + 0.009, lon: PLACE.lon, speedKph: 40, courseDeg: 90 });
  const { driver } = await caller.ask('save-driver', { name: 'Ravi', phone: PHONE });
  const { vehicle } = await caller.ask('get-vehicle-by-id', { id: near.id });
  await caller.ask('save-vehicle', { ...vehicle, driverId: driver.id });
});
afterAll(() => {
  for (const vehicle of [near, far]) vehicle.tracker.close();
});

test('the example of the field leads to its address on the live map, with the nearest vehicles and a driver to call', async () => {
  const { page, problems } = await running.openSignedIn('/track-vehicle', { watchMap: true });
  await mapDrawn(page);
  await page.getByTestId('map-find-address').click();
  const panel = page.getByTestId('find-panel');
  const field = panel.getByPlaceholder('Buceo');
  const example = (await field.getAttribute('placeholder'))?.split(' or ')[0] ?? '';
  // Immediately, before the list of suggestions appears.
  await field.fill(example);
  await field.press('Enter');
  await waitUntil('the map to be there', async () => Math.abs((await camera(page)).lat - PLACE.lat) < 0.001);
  const rows = panel.getByRole('list', { name: 'Nearest vehicles' }).getByRole('listitem');
  await rows.nth(1).waitFor();
  expect(await rows.nth(0).innerText()).toMatch(/SBN 1001[^]*Running[^]*Ravi[^]*1\.0 km/);
  expect(await rows.nth(1).innerText()).toContain('SBF 2002');
  const call = rows.nth(0).getByRole('link', { name: `Call Ravi: ${PHONE}` });
  expect(await call.getAttribute('href')).toBe('tel:+59899123456');
  await waitUntil('the address of the view', async () => page.url().includes('near=-34.88'));

  await rows.nth(0).getByRole('button', { name: 'SBN 1001', exact: true }).click();
  await page
    .getByTestId('vehicle-card')
    .getByRole('link', { name: `Call Ravi: ${PHONE}` })
    .waitFor();
  await panel.getByRole('button', { name: 'Close the search' }).click();
  await panel.waitFor({ state: 'hidden' });
  expect(problems).toEqual([]);
});

test('an address is found from any screen by the palette, and an unknown name shows a message', async () => {
  const { page, problems } = await running.openSignedIn('/driver-info', { watchMap: true });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByPlaceholder('Search screens, vehicles, drivers, addresses …');
  await field.fill('Avenida Italia 2500, Buceo');
  await page.getByRole('dialog').getByRole('button', { name: 'Av. Italia, Buceo', exact: false }).first().click();
  const panel = page.getByTestId('find-panel');
  await panel.getByText('Av. Italia, Buceo', { exact: true }).waitFor();
  await mapDrawn(page);
  await waitUntil('the map to be there', async () => Math.abs((await camera(page)).lat - PLACE.lat) < 0.001);

  await page.keyboard.press('Control+k');
  await field.fill('Calle Que No Existe');
  await page.getByRole('dialog').getByRole('button', { name: 'Search for the address' }).click();
  await panel.getByText('No place found.').waitFor();
  expect(problems).toEqual([]);
});

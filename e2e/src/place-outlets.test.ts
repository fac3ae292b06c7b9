import { expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { clickPlace } from './harness/click-place.ts';
import { mapDrawn } from './harness/map-probe.ts';
import { useRunning } from './harness/running.ts';

const running = useRunning();

test('outlets without a place are placed one after the other by clicks on the map; skipping and undoing keep their order', async () => {
  const caller = await signInByCall(running.server);
  for (const code of ['P1', 'P2', 'P3']) await caller.ask('save-outlet', { code, name: `Shop ${code}` });
  const places = async () =>
    (await caller.ask('get-outlet-list', { search: 'Shop P' })).rows.map(({ place }) => place && place.lat.toFixed(2));

  const { page, problems } = await running.openSignedIn('/settings/outlets', { watchMap: true });
  await page.getByText('Outlets with no location: 3').waitFor();
  await page.getByRole('link', { name: 'Place them on the map' }).click();
  await page.getByRole('heading', { name: 'Shop P1' }).waitFor();
  await mapDrawn(page);
  await page.evaluate('window.__milepost.map.jumpTo({ center: [-56.16, -34.93], zoom: 11 })');
  await mapDrawn(page);

  await clickPlace(page, -34.89, -56.17);
  await page.getByRole('heading', { name: 'Shop P2' }).waitFor();
  await page.getByText('Left: 2').waitFor();
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('heading', { name: 'Shop P3' }).waitFor();
  // 5 km off the coast.
  await clickPlace(page, -34.96, -56.17);
  await page.getByText('That was the last one').waitFor();
  await page.getByText('This location is in the sea').waitFor();
  expect(await places()).toEqual(['-34.89', null, '-34.96']);

  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.click();
  await page.getByRole('heading', { name: 'Shop P3' }).waitFor();
  await undo.click();
  await page.getByRole('heading', { name: 'Shop P2' }).waitFor();
  await undo.click();
  await page.getByRole('heading', { name: 'Shop P1' }).waitFor();
  expect(await places()).toEqual([null, null, null]);
  expect(problems).toEqual([]);
});

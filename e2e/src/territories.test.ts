import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { clickPlace } from './harness/click-place.ts';
import { mapDrawn } from './harness/map-probe.ts';
import { useRunning } from './harness/running.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();
const WAIT_MS = 30_000;

/** Draws an outline from corner to corner, and closes it. */
async function draw(page: Page, corners: readonly (readonly [lat: number, lon: number])[]) {
  await page.getByRole('toolbar', { name: 'Drawing' }).waitFor();
  await page.evaluate('window.__milepost.map.jumpTo({ center: [-56.16, -34.89], zoom: 12.5 })');
  await mapDrawn(page);
  const ready = `window.__milepost.map.getStyle().layers.some(({ id }) => id.startsWith('fence-draft'))`;
  await waitUntil('the tool that draws', () => page.evaluate<boolean>(ready), WAIT_MS);
  for (const [lat, lon] of [...corners, ...corners.slice(0, 1)]) await clickPlace(page, lat, lon);
  await page.getByText('Drag corners; a right click removes one.').waitFor();
}

const WEST = [
  [-34.91, -56.18],
  [-34.91, -56.16],
  [-34.88, -56.16],
  [-34.88, -56.18],
] as const;
/** Overlaps the other by half a kilometre. */
const OVER = [
  [-34.9, -56.166],
  [-34.9, -56.14],
  [-34.89, -56.14],
  [-34.89, -56.166],
] as const;

test('two territories are drawn, outlets are assigned to them, and the others are added by hand', async () => {
  const caller = await signInByCall(running.server);
  for (const [code, lon] of [
    ['T1', -56.17],
    ['T2', -56.15],
  ] as const) {
    await caller.ask('save-outlet', { code, name: `Shop ${code}`, place: { lat: -34.895, lon } });
  }
  const { page, problems } = await running.openSignedIn('/settings/territory-settings', { watchMap: true });
  await page.getByTestId('territory-settings').waitFor();
  await mapDrawn(page);
  await page.getByText('In no territory: 2').waitFor();
  await page.getByRole('button', { name: 'Add territory' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('West');
  await draw(page, WEST);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Outlets: 1 ·').waitFor();
  await page.getByText('In no territory: 1').waitFor();

  await page.getByRole('button', { name: 'Add territory' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('East');
  await draw(page, OVER);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The area overlaps “West”').first().waitFor();
  await expect.poll(() => problems).toEqual([expect.stringContaining(' 422 ')]);
  problems.length = 0;
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();

  await page.getByRole('button', { name: 'In no territory: 1' }).click();
  await page.getByRole('button', { name: 'Shop T2' }).click();
  const card = page.getByRole('region', { name: 'Shop T2' });
  await card.getByRole('combobox', { name: 'Territory of this outlet' }).click();
  await page.getByRole('option', { name: 'West' }).click();
  await page.getByText('Every outlet is in a territory.').waitFor();
  const { rows } = await caller.ask('get-outlet-list', {});
  expect(rows.map(({ code, territory }) => [code, territory?.name])).toEqual([
    ['T1', 'West'],
    ['T2', 'West'],
  ]);
  expect(problems).toEqual([]);
});

test('outlets are listed beside their map, and one is added with a click on the map of its form', async () => {
  const { page, problems } = await running.openSignedIn('/settings/outlets?map=1', { watchMap: true });
  await page.getByRole('heading', { name: 'Outlets', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add outlet' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Code' }).fill('U1');
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Almacén Sur');
  const map = drawer.getByLabel('Map of the outlet');
  await map.waitFor();
  await page.waitForTimeout(1000);
  await map.click({ position: { x: 120, y: 80 } });
  await drawer.getByRole('button', { name: 'Remove the place' }).waitFor();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'U1' }).click();
  await page.getByRole('heading', { name: 'Almacén Sur' }).waitFor();
  expect(problems).toEqual([]);
});

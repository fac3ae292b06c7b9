import { expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';

const running = useRunning();

test('many stops are added in one step: by a list of codes in its order, and by an area drawn on the map', async () => {
  const caller = await signInByCall(running.server);
  for (const [index, code] of ['M1', 'M2', 'M3'].entries()) {
    await caller.ask('save-outlet', { code, name: `Shop ${code}`, place: { lat: -34.9, lon: -56.2 + index * 0.01 } });
  }
  const { route } = await caller.ask('save-route', { name: 'Many' });
  const { page, problems } = await running.openSignedIn(`/settings/routes/${route.id}`);

  await page.getByRole('button', { name: 'Add from a list of codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add from a list of codes' });
  const codes = dialog.getByLabel('Codes of outlets');
  await codes.fill('m3\nM9\nM1');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByRole('status').getByText('Stops added: 2. Codes without an outlet', { exact: false }).waitFor();
  expect(await codes.inputValue()).toBe('M9');
  await page.keyboard.press('Escape');
  const stops = page.getByRole('list', { name: 'Stops' }).getByRole('listitem');
  expect(await stops.locator('b').allTextContents()).toEqual(['Shop M3', 'Shop M1']);

  await page.getByRole('button', { name: 'Add by area' }).click();
  const layer = page.getByRole('application', { name: /^Draw around/ });
  const box = await layer.boundingBox();
  if (!box) throw new Error('The map has no place.');
  const corners = [
    [0.02, 0.02],
    [0.98, 0.02],
    [0.98, 0.98],
    [0.02, 0.98],
  ] as const;
  const [first, ...rest] = corners.map(([x, y]) => [box.x + box.width * x, box.y + box.height * y] as const);
  await page.mouse.move(...(first ?? [0, 0]));
  await page.mouse.down();
  for (const corner of rest) await page.mouse.move(...corner, { steps: 3 });
  await page.mouse.up();
  await page.getByText('Stops added: 1', { exact: true }).waitFor();
  expect(await stops.locator('b').allTextContents()).toEqual(['Shop M3', 'Shop M1', 'Shop M2']);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Plan saved.', { exact: false }).waitFor();
  const { plans } = await caller.ask('get-route-by-id', { id: route.id });
  expect(plans[0]?.stops.map(({ outlet }) => outlet.code)).toEqual(['M3', 'M1', 'M2']);
  expect(problems).toEqual([]);
});

test('outlets ticked in their list become unsaved stops of a route, and existing ones are reported', async () => {
  const caller = await signInByCall(running.server);
  const ids: number[] = [];
  for (const [index, code] of ['T1', 'T2', 'T3'].entries()) {
    const place = { lat: -34.8, lon: -56.2 + index * 0.01 };
    ids.push((await caller.ask('save-outlet', { code, name: `Ticked ${code}`, place })).outlet.id);
  }
  const { route } = await caller.ask('save-route', { name: 'Of ticks' });
  const stops = ids.slice(0, 1).map((outletId) => ({ outletId }));
  await caller.ask('save-route-plan', {
    routeId: route.id,
    validFrom: '2026-01-01',
    weekdays: [1],
    startMin: 480,
    stops,
  });
  const { page, problems } = await running.openSignedIn('/settings/outlets?search=Ticked');

  for (const code of ['T1', 'T3', 'T2']) await page.getByLabel(`Choose ${code} · Ticked ${code}`).check();
  await page.getByRole('button', { name: 'Add to a route' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to a route' });
  await dialog.getByRole('combobox', { name: 'Route' }).click();
  await page.getByRole('option', { name: 'Of ticks' }).click();
  await dialog.getByRole('button', { name: 'Open the route' }).click();

  await page.getByText('Stops added: 2. They are not saved yet.').waitFor();
  await page.getByText('Already on the route: 1.').waitFor();
  const listed = page.getByRole('list', { name: 'Stops' }).getByRole('listitem').locator('b');
  expect(await listed.allTextContents()).toEqual(['Ticked T1', 'Ticked T3', 'Ticked T2']);

  // A person who stays on the page still sees the unsaved input.
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByText('Stops added: 2. They are not saved yet.').isVisible()).toBe(true);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Plan saved.', { exact: false }).waitFor();
  const { plans } = await caller.ask('get-route-by-id', { id: route.id });
  expect(plans[0]?.stops.map(({ outlet }) => outlet.code)).toEqual(['T1', 'T3', 'T2']);
  // The outlets are stops now, and are not added again.
  await page.getByText('Stops added: 2.', { exact: false }).waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

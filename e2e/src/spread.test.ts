import { expect, test } from 'vitest';
import { expectNoFindings } from './harness/axe.ts';
import { signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';

const running = useRunning();

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('stops of a pasted list are spread over vehicles, moved, accepted as runs, and taken back', async () => {
  const day = dayAfter(3);
  const caller = await signInByCall(running.server);
  await caller.ask('save-depot', { name: 'Yard', place: { lat: -34.9, lon: -56.2 } });
  // Two to the west and two to the east of the depot, and one that exceeds the capacity of a vehicle.
  for (const [code, lon] of [
    ['W1', -56.21],
    ['W2', -56.22],
    ['E1', -56.19],
    ['E2', -56.18],
    ['HEAVY', -56.2],
  ] as const) {
    await caller.ask('save-outlet', { code, name: `Shop ${code}`, place: { lat: -34.9, lon } });
  }
  for (const registration of ['SPR 1', 'SPR 2']) await caller.ask('save-vehicle', { registration, loadKg: 100 });
  const { page, problems } = await running.openSignedIn(`/settings/spread?day=${day}`);

  await page.getByRole('button', { name: 'Add from a list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add from a list' });
  const text = dialog.getByLabel('Codes of outlets, with loads');
  await text.fill('W1\t50\nE1\t50\nW2\t50\nE2\t50\nHEAVY\t500');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { name: 'Stops (5)' }).waitFor();
  expect(await page.getByLabel('Load for Shop HEAVY').inputValue()).toBe('500');
  for (const registration of ['SPR 1', 'SPR 2']) await page.getByLabel(registration, { exact: true }).check();
  await page.getByRole('button', { name: 'Propose' }).click();
  await page.getByText('Too much for any vehicle').waitFor();
  const namesOn = async (vehicle: string) =>
    (await page.getByRole('region', { name: vehicle }).getByRole('listitem').locator('b').allTextContents()).toSorted();
  const sides = [await namesOn('SPR 1'), await namesOn('SPR 2')].map((names) => names.join(', ')).toSorted();
  expect(sides).toEqual(['Shop E1, Shop E2', 'Shop W1, Shop W2']);

  await expectNoFindings(page, 'a proposal', 'main');
  // East joins west, although the vehicle is then overloaded.
  const west = page.getByRole('region', { name: (await namesOn('SPR 1')).includes('Shop W1') ? 'SPR 1' : 'SPR 2' });
  const eastName = (await namesOn('SPR 1')).includes('Shop W1') ? 'SPR 2' : 'SPR 1';
  await west.getByLabel('Vehicle of Shop W1').selectOption({ label: eastName });
  await page.getByRole('region', { name: eastName }).getByText('overloaded').waitFor();
  expect(await namesOn(eastName)).toEqual(['Shop E1', 'Shop E2', 'Shop W1']);

  await page.getByRole('button', { name: 'Accept and create runs (2)' }).click();
  await page.getByText('Runs created: 2.').waitFor();
  await page.waitForURL(/settings\/runs/);
  const runs = async () =>
    (await caller.ask('get-run-list', { from: day, to: day })).rows.map((run) => `${run.vehicle?.name}: ${run.stops}`);
  const other = eastName === 'SPR 1' ? 'SPR 2' : 'SPR 1';
  expect((await runs()).toSorted()).toEqual([`${eastName}: 3`, `${other}: 1`].toSorted());
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Runs removed: 2.', { exact: false }).waitFor();
  expect(await runs()).toEqual([]);
  expect(problems).toEqual([]);
});

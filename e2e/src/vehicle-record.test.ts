import { beforeAll, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';

const running = useRunning();
let caller: Caller;
let id: number;

beforeAll(async () => {
  caller = await signInByCall(running.server);
  const { vehicle } = await caller.ask('save-vehicle', { registration: 'SBR 2019', type: 'van' });
  id = vehicle.id;
});

test('the details of a vehicle are typed into the sections of its form, and shown on its page', async () => {
  const { page, problems } = await running.openSignedIn(`/vehicle-info?open=${id}`);
  const form = page.getByRole('dialog');
  await form.getByLabel('Year').fill('2019');
  await form.getByRole('textbox', { name: 'Tank', exact: true }).fill('82.50');
  await form.getByRole('combobox', { name: 'Fuel' }).click();
  await page.getByRole('option', { name: 'Diesel' }).click();
  await form.getByLabel('Tags').fill('cold chain');
  await form.getByLabel('Tags').press('Enter');
  await form.getByRole('combobox', { name: 'Service status' }).click();
  await page.getByRole('option', { name: 'Workshop' }).click();
  await form.getByText('While in the workshop, its movement raises no alarms.').waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('SBR 2019 was saved.').waitFor();

  await page.goto(`${running.server.address}/vehicle-info?tag=cold+chain&status=workshop`);
  await tableRow(page, 'SBR 2019').waitFor();
  await page.goto(`${running.server.address}/vehicle-info/${id}`);
  const details = page.getByRole('region', { name: 'Details' });
  for (const text of ['2019', '82.5 L', 'Diesel', 'cold chain', /^Workshop since /])
    await details.getByText(text).waitFor();

  // There is no room for all tabs.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Changes' }).click();
  const year = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Year', exact: true }) });
  await year.getByText('2019').waitFor();
  expect(problems).toEqual([]);
});

test('the odometer is read, counted on from there, and does not go back', async () => {
  const { page, problems } = await running.openSignedIn(`/vehicle-info/${id}`);
  const meters = page.getByRole('region', { name: 'Odometer and engine hours' });
  await meters.getByText('No reading yet.').first().waitFor();
  const enter = async (kilometres: string) => {
    await meters.getByRole('button', { name: 'Enter a reading' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enter a reading' });
    await dialog.getByRole('textbox', { name: 'Reading', exact: true }).fill(kilometres);
    await dialog.getByRole('button', { name: 'Save' }).click();
    return dialog;
  };
  await enter('128430');
  await meters.getByText(/^Reading of 128,430 km on .* by .*, plus 0 m tracked since$/).waitFor();
  const dialog = await enter('128000');
  await dialog.getByText(/The reading of .* is 128,430 km, and readings can only increase\./).waitFor();
  await dialog.getByRole('button', { name: /^Remove the reading of / }).click();
  await page.getByText('Reading removed').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await meters.getByText(/^Reading of 128,000 km on/).waitFor();
  expect(problems).toEqual([expect.stringContaining('and readings can only increase')]);
});

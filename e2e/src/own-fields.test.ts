import { beforeAll, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';

const running = useRunning();
let caller: Caller;

beforeAll(async () => {
  caller = await signInByCall(running.server);
  await caller.ask('save-vehicle', { registration: 'SBO 1', type: 'van' });
  await caller.ask('save-vehicle', { registration: 'SBO 2', type: 'van' });
});

test('an organisation adds a custom field, which is in the form, on the page, in the list and in its filter', async () => {
  const { page, problems } = await running.openSignedIn('/admin/organisations');
  await page.getByRole('button', { name: 'Edit Milepost' }).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByRole('tab', { name: 'Custom fields' }).click();
  await drawer.getByRole('button', { name: 'Add a field for vehicles' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a field for vehicles' });
  await dialog.getByLabel('Name').fill('Insurance class');
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Choice' }).click();
  for (const choice of ['A', 'B']) {
    await dialog.getByLabel('Choices').fill(choice);
    await dialog.getByLabel('Choices').press('Enter');
  }
  await dialog.getByLabel('Required').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Insurance class was saved.').waitFor();

  await page.goto(`${running.server.address}/vehicle-info`);
  await page.getByRole('button', { name: 'Edit SBO 1' }).click();
  const form = page.getByRole('dialog', { name: 'SBO 1' });
  const field = form.getByRole('combobox', { name: 'Insurance class' });
  await field.waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Enter a value.').first().waitFor();
  await field.click();
  await page.getByRole('option', { name: 'B' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('SBO 1 was saved.').waitFor();

  await page.getByRole('combobox', { name: 'Custom fields' }).click();
  await page.getByRole('option', { name: 'Insurance class: B' }).click();
  await page.waitForURL(/own=/);
  await tableRow(page, 'SBO 2').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Insurance class' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Insurance class' }).waitFor();
  await tableRow(page, 'SBO 1').getByRole('link', { name: 'SBO 1', exact: true }).click();
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByText('Insurance class').waitFor();
  await details.getByText('B', { exact: true }).waitFor();
  expect(problems).toEqual([expect.stringContaining('422')]);
});

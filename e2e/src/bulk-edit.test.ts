import { beforeAll, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';

const running = useRunning();
let caller: Caller;

beforeAll(async () => {
  caller = await signInByCall(running.server);
  for (const n of [1, 2, 3, 4])
    await caller.ask('save-vehicle', { registration: `SBX ${n}`, type: 'van', colour: 'Red' });
});

const colours = async () => (await caller.ask('get-vehicle-list', {})).rows.map(({ colour }) => colour);

test('rows are chosen with Shift, a field is changed in all of them after a preview, and the whole is undone', async () => {
  const { page, problems } = await running.openSignedIn('/vehicle-info');
  const box = (n: number) => tableRow(page, `SBX ${n}`).getByRole('checkbox');
  await box(2).click();
  await box(4).click({ modifiers: ['Shift'] });
  await page.getByText('3 chosen').waitFor();
  await page.getByRole('button', { name: 'Change a field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 3 records' });
  await dialog.getByRole('combobox', { name: 'Field' }).fill('Colour');
  await page.getByRole('option', { name: 'Colour' }).click();
  await dialog.getByLabel('New value').fill('White');
  const row = dialog.getByRole('table', { name: 'What changes' }).getByRole('row').filter({ hasText: 'SBX 3' });
  await row.filter({ hasText: 'Red' }).filter({ hasText: 'White' }).waitFor();
  await dialog.getByRole('button', { name: 'Change 3' }).click();
  await page.getByText('3 were changed.').waitFor();
  expect(await colours()).toEqual(['Red', 'White', 'White', 'White']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('3 were restored.').waitFor();
  expect(await colours()).toEqual(['Red', 'Red', 'Red', 'Red']);
  expect(problems).toEqual([]);
});

test('drivers join a group, and a custom field is filled, in the whole list', async () => {
  for (const name of ['Bulk Ana', 'Bulk Bo']) await caller.ask('save-driver', { name });
  await caller.ask('save-group', { name: 'Bulk North' });
  await caller.ask('save-own-field', { kind: 'driver', name: 'First aider', type: 'yes-no' });
  const { page, problems } = await running.openSignedIn('/driver-info?search=Bulk');
  const change = async (field: string, value: string) => {
    await tableRow(page, 'Bulk Ana').getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Choose all 2 of the list' }).click();
    await page.getByRole('button', { name: 'Change a field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 2 records' });
    await dialog.getByRole('combobox', { name: 'Field' }).fill(field);
    await page.getByRole('option', { name: field }).click();
    await dialog.getByRole('combobox', { name: 'New value' }).click();
    await page.getByRole('option', { name: value }).click();
    await dialog
      .getByRole('table', { name: 'What changes' })
      .getByRole('row')
      .filter({ hasText: value })
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Change 2' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Deselect all' }).click();
  };
  await change('Add to a group', 'Bulk North');
  await change('First aider', 'No');
  const { rows } = await caller.ask('get-driver-list', { search: 'Bulk' });
  expect(
    rows.map(({ name, groups, own }) => [name, groups.map((group) => group.name), own.map(({ value }) => value)]),
  ).toEqual([
    ['Bulk Ana', ['Bulk North'], [false]],
    ['Bulk Bo', ['Bulk North'], [false]],
  ]);
  expect(problems).toEqual([]);
});

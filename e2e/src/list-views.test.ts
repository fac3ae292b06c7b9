import { beforeAll, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';

const running = useRunning();
let caller: Caller;

beforeAll(async () => {
  caller = await signInByCall(running.server);
  await caller.ask('save-vehicle', { registration: 'SBW 1', type: 'van', year: 2018, status: 'workshop' });
  await caller.ask('save-vehicle', { registration: 'SBW 2', type: 'van', year: 2021 });
});

test('a list is restored by a named view: filters, sorting and columns', async () => {
  const { page, problems } = await running.openSignedIn('/vehicle-info?status=workshop&sort=type');
  await tableRow(page, 'SBW 1').waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Year' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Year' }).waitFor();

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('In the workshop');
  await dialog.getByLabel('For everyone in the organisation').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('In the workshop was saved.').waitFor();

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Reset view' }).click();
  await tableRow(page, 'SBW 2').waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.getByRole('columnheader', { name: 'Year' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'In the workshop', exact: true }).click();
  await page.waitForURL(/status=workshop/);
  await page.getByRole('columnheader', { name: 'Year' }).waitFor();
  await tableRow(page, 'SBW 2').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Delete the view In the workshop' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'In the workshop Current' }).waitFor();
  expect(problems).toEqual([]);
});

import { expect, test } from 'vitest';
import { useRunning } from './harness/running.ts';

const running = useRunning();

test('a report is scheduled from its screen in one sentence, and paused, changed and deleted in the list', async () => {
  const { page, problems } = await running.openSignedIn('/reports/trips?range=last-week&group=vehicle');
  await page.getByRole('heading', { level: 1, name: 'Trips' }).waitFor();
  await page.getByRole('button', { name: 'Schedule…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule: Trips' });
  await dialog.getByText('Every week on Monday at 07:00').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose who gets it: people, addresses or webhooks.').waitFor();
  await dialog.getByLabel('Other addresses').fill('boss@example.org');
  await dialog.getByLabel('Other addresses').press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`${running.server.address}/reports/schedules`);
  await page.getByRole('heading', { level: 1, name: 'Scheduled reports' }).waitFor();
  const sentence =
    /Every week on Monday at 07:00 .*Last week · By vehicle · XLSX, PDF · to boss@example\.org · skipped when empty/;
  await page.getByText(sentence).click();
  const open = page.getByRole('dialog', { name: 'Schedule: Trips' });
  await open.getByText('It has not been sent yet.').waitFor();
  await open.getByRole('button', { name: 'Pause' }).click();
  await open.getByRole('button', { name: 'Resume' }).waitFor();
  await page.getByText('Paused', { exact: true }).waitFor();
  await open.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Trips?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Nothing is scheduled').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  // The schedule that is still sliding shut says it, too.
  await page.getByRole('table').getByText(sentence).waitFor();
  expect(problems).toEqual([]);
});

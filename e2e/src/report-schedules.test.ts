import { expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';

const running = useRunning();

test('a report is scheduled from its screen in one sentence, and paused, changed and deleted in the list', async () => {
  const caller = await signInByCall(running.server);
  const { vehicle } = await caller.ask('save-vehicle', { registration: 'SBS 5510', type: 'van' });
  const path = `/reports/trips?range=today&group=vehicle&vehicles=${vehicle.id}`;
  const { page, problems } = await running.openSignedIn(path);
  await page.getByRole('heading', { level: 1, name: 'Trips' }).waitFor();
  await page.getByRole('button', { name: 'Schedule…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule: Trips' });
  // The default range is last week instead of today: on a Monday at 7:00, today is only the hours since midnight.
  await dialog.getByText(/Every week on Monday at 07:00 .* · Last week · /).waitFor();
  await dialog.getByText('Vehicles: SBS 5510').waitFor();
  await dialog.getByText(/^No mail server is set up, so e-mails of this schedule will not be sent\./).waitFor();
  const choose = async (field: string, option: string) => {
    await dialog.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('How often', 'Every month');
  await dialog.getByText(/On day 1 of each month .* · Last month · /).waitFor();
  await choose('How often', 'Every week');
  await choose('Days of the report', 'Today');
  await dialog
    .getByText('The report covers fewer days than the interval between e-mails: some days are in no e-mail.')
    .waitFor();
  await choose('Days of the report', 'Last week');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose who gets it: people, addresses or webhooks.').waitFor();
  await dialog.getByLabel('External addresses').fill('boss@example.org');
  await dialog.getByLabel('External addresses').press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`${running.server.address}/reports/schedules`);
  await page.getByRole('heading', { level: 1, name: 'Scheduled reports' }).waitFor();
  const sentence =
    /Every week on Monday at 07:00 .*Last week · 1 vehicle · By vehicle · XLSX, PDF · to boss@example\.org · not sent if empty/;
  await page.getByText(sentence).click();
  const open = page.getByRole('dialog', { name: 'Schedule: Trips' });
  await open.getByText('It has not been sent yet.').waitFor();
  await open.getByRole('button', { name: 'Pause' }).click();
  await open.getByRole('button', { name: 'Resume' }).waitFor();
  await page.getByText('Paused', { exact: true }).waitFor();
  await open.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Trips?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No schedules yet').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  // The closing form of the schedule contains it, too.
  await page.getByRole('table').getByText(sentence).waitFor();
  expect(problems).toEqual([]);
});

import { expect, test } from 'vitest';
import { useRunning } from './harness/running.ts';

const running = useRunning();

test('a report is saved with a cover, gets a second section, opens as one page, is taken out, scheduled and deleted', async () => {
  const { page, problems } = await running.openSignedIn(
    '/reports/trips?range=last-week&columns=vehicle,start,distance',
  );
  await page.getByRole('heading', { level: 1, name: 'Trips' }).waitFor();
  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByRole('menuitem', { name: 'New saved report' }).click();
  const dialog = page.getByRole('dialog', { name: 'New saved report' });
  await dialog.getByLabel('Name').fill('Our week');
  await dialog.getByLabel('Share with everyone in the organisation').check();
  await dialog.getByLabel('Start files with a cover').check();
  await dialog.getByLabel('Text', { exact: true }).fill('For the meeting');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Our week' }).waitFor();
  await page.getByRole('region', { name: 'Trips' }).waitFor();
  await page.getByText('Shared with the organisation by').waitFor();

  // Another report becomes a section of it.
  await page.goto(`${running.server.address}/reports/stops`);
  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByRole('menuitem', { name: 'Our week' }).click();
  const adding = page.getByRole('dialog', { name: 'Our week' });
  await adding.getByLabel('Heading of Stops').fill('Where they stood');
  await adding.getByRole('button', { name: 'Move Where they stood up' }).click();
  await adding.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('region', { name: 'Where they stood' }).waitFor();
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Where they stood', 'Trips']);

  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Our week .*\.zip$/);
  await page.getByRole('button', { name: 'Schedule…' }).click();
  await page
    .getByRole('dialog', { name: 'Schedule: Our week' })
    .getByText(/Last week/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');

  await page.goto(`${running.server.address}/reports`);
  await page
    .getByRole('list', { name: 'Yours' })
    .getByRole('link', { name: /Our week/ })
    .click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog', { name: 'Our week' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Our week?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  await expect.poll(() => page.getByRole('list', { name: 'Yours' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('list', { name: 'Yours' }).waitFor();
  expect(problems).toEqual([]);
});

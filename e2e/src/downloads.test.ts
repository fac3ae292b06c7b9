import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useRunning } from './harness/running.ts';

const running = useRunning();

test('a report is exported from its screen, and its file is in Downloads', async () => {
  const { page, problems } = await running.openSignedIn('/reports/trips');
  await page.getByRole('heading', { level: 1, name: 'Trips' }).waitFor();
  for (const [item, name, starts] of [
    ['Excel (XLSX)', /^Trips .*\.xlsx$/, 'PK'],
    ['PDF', /^Trips .*\.pdf$/, '%PDF'],
  ] as const) {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(name);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, starts.length).toString()).toBe(starts);
  }
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Downloads' }).click();
  await page.getByRole('heading', { level: 1, name: 'Downloads' }).waitFor();
  await page.getByRole('link', { name: 'Download Trips' }).nth(1).waitFor();
  await page.getByRole('button', { name: 'Delete Trips' }).first().click();
  await expect.poll(() => page.getByRole('link', { name: 'Download Trips' }).count()).toBe(1);
  expect(problems).toEqual([]);
});

test.each([
  ['/dashboard/alarms', /^Alarms and their handling .*\.csv$/],
  ['/in-out-location', /^Geofence visits .*\.csv$/],
  ['/in-out-location?tab=inside', /^Inside geofences .*\.csv$/],
  ['/in-out-location?tab=totals', /^Geofence totals .*\.csv$/],
  ['/admin/audit-log', /^Changes \(audit\) .*\.csv$/],
  ['/dashboard/main?behind=distance', /^Travel summary .*\.csv$/],
  ['/dashboard/main?silent=1', /^Devices not reporting .*\.csv$/],
])('%s is exported as the report with its rows', async (path, name) => {
  const { page, problems } = await running.openSignedIn(path);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(name);
  expect(problems).toEqual([]);
});

// The catalogue of reports, and one of them: its parameters are in the address, and its rows link to their moments.
import { beforeAll, expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { newImei } from './harness/fleet.ts';
import { useRunning } from './harness/running.ts';

const running = useRunning();

/** Two vehicles yesterday: three trips of one, and one of the other. */
beforeAll(async () => {
  const { server } = running;
  const caller = await signInByCall(server);
  for (const [registration, trips] of [
    ['SBR 1', 3],
    ['SBR 2', 1],
  ] as const) {
    const { vehicle } = await caller.ask('save-vehicle', { registration, type: 'van' });
    await inDatabase(
      server,
      `WITH d AS (INSERT INTO devices (organisation_id, identity) VALUES (1, $2) RETURNING id),
         i AS (INSERT INTO installations (device_id, vehicle_id, installed_at)
               SELECT id, $1, now() - interval '9 days' FROM d RETURNING id)
       INSERT INTO trips (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, start_lat,
         start_lon, end_lat, end_lon, start_reason, end_reason, distance_m, idle_s, average_kph, max_kph, overspeeds,
         holes, bridged_m, legs, notes)
       SELECT i.id, 'trip-' || n, now(), $1, day.begins + n * interval '1 hour', day.begins + (n + 0.5) * interval '1 hour',
         1800, -34.9, -56.2, -34.88, -56.15, 'ignition', 'ignition', 10000 * n, 0, 20, 50, 0, 0, 0, '{}', '[]'
       FROM i, generate_series(1, $3) n,
         (SELECT ((now() AT TIME ZONE 'America/Montevideo')::date - 1)::timestamp AT TIME ZONE 'America/Montevideo' AS begins) day`,
      [vehicle.id, newImei(), trips],
    );
  }
});

test('a report is found, grouped, filtered by a bar, added to the favourites, and links to the history', async () => {
  const { page, problems } = await running.openSignedIn('/reports');
  await page.getByLabel('Search reports').fill('how fast');
  await page.waitForURL('**/reports?search=how+fast');
  await page.getByRole('link', { name: /^Trips/ }).click();
  const table = page.getByRole('table', { name: 'Trips' });
  await table.getByRole('cell', { name: '4 rows' }).waitFor();
  await table.getByRole('cell', { name: '70.0 km' }).waitFor();

  await page.getByRole('combobox', { name: 'Group rows by' }).click();
  await page.getByRole('option', { name: 'By vehicle' }).click();
  await table.getByRole('cell', { name: 'SBR 1 · 3' }).waitFor();
  await table.getByRole('cell', { name: '60.0 km' }).waitFor();
  expect(page.url()).toContain('group=vehicle');

  // By keyboard and as text: the bars as a table.
  await page.getByRole('button', { name: /^Show as table/ }).click();
  await page.getByRole('button', { name: 'SBR 2', exact: true }).click();
  await table.getByRole('cell', { name: '1 row', exact: true }).waitFor();
  const narrowed = page.url();
  await page.getByRole('button', { name: 'Show all rows again' }).click();
  await table.getByRole('cell', { name: '4 rows' }).waitFor();
  await page.goto(narrowed);
  await table.getByRole('cell', { name: '1 row', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Favourite: Trips' }).click();
  await page.getByRole('button', { name: 'Favourite: Trips', pressed: true }).waitFor();
  await table.getByRole('row').nth(2).click();
  await page.waitForURL(/\/history\?vehicle=\d+&from=/);
  await page.goto(`${running.server.address}/reports`);
  await page.getByRole('list', { name: 'Favourites' }).getByText('Trips').waitFor();
  expect(problems).toEqual([]);
});

test('columns are chosen and ordered, and a link to an unknown report shows a message', async () => {
  const { page } = await running.openSignedIn('/reports/trips');
  const heads = () => page.getByRole('columnheader').allTextContents();
  const begins = async () => (await heads()).slice(0, 2);
  await page.getByRole('table', { name: 'Trips' }).getByRole('cell', { name: '4 rows' }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Driver' }).click();
  await expect.poll(heads).toEqual(expect.not.arrayContaining(['Driver']));
  await page.getByRole('button', { name: 'Move Start forward' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(begins).toEqual(['Start', 'Vehicle']);
  await page.goto(`${running.server.address}/reports/nothing`);
  await page.getByRole('heading', { name: 'No such report' }).waitFor();
});

test('on a phone the filters are one line, behind which they are all', async () => {
  const { page, problems } = await running.openSignedIn('/reports/trips', { phone: true });
  const line = page.getByRole('button', { name: /^Last 7 days · All vehicles/ });
  await line.click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.getByRole('combobox', { name: 'Group rows by' }).click();
  await page.getByRole('option', { name: 'By vehicle' }).click();
  await filters.getByRole('button', { name: /^Show \d+ rows?$/ }).click();
  await filters.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^Last 7 days · All vehicles · By vehicle/ }).waitFor();
  expect(problems).toEqual([]);
});

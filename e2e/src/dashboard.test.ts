// The dashboard, maps and the settings of an organisation, as a manager uses them.
import { expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { addDrivenVehicle, CORNER, type DrivenVehicle, newImei } from './harness/fleet.ts';
import { useRunning } from './harness/running.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();
let driven: DrivenVehicle | undefined;

/** A driving vehicle; one for all tests, also after a retry. */
async function driving(): Promise<DrivenVehicle> {
  driven ??= await addDrivenVehicle(running.server, await signInByCall(running.server), 'SBD 1000');
  await driven.tracker.report({ ...CORNER, speedKph: 40 });
  return driven;
}

test('a new organisation sees instructions', async () => {
  const { page, problems } = await running.openSignedIn('/dashboard/main');
  await page.getByText('No vehicles yet').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Connect a device' }).click();
  await page.waitForURL('**/settings/connect-device');
  expect(problems).toEqual([]);
});

test('a figure links to the vehicles behind it, and the address contains the whole state', async () => {
  const { page, problems } = await running.openSignedIn('/dashboard/main');
  const caller = await signInByCall(running.server);
  const registration = `SBD ${Date.now() % 10_000}`;
  await driving();
  const imei = newImei();
  const { vehicle } = await caller.ask('adopt-device', { protocol: 'gt06', identity: imei, registration, type: 'van' });
  await driveYesterday(vehicle.id, 41_200);

  await page.getByRole('radiogroup', { name: 'Range' }).getByText('Yesterday').click();
  await page.waitForURL(/range=yesterday/);
  const distance = page.getByRole('link', { name: /^Distance/ });
  await distance.filter({ hasText: '41.2 km' }).waitFor();
  await page.getByTestId('dashboard-status-running').filter({ hasText: '1' }).waitFor();

  await distance.click();
  const drawer = page.getByRole('dialog', { name: 'Distance by vehicle' });
  await drawer.getByText(registration).waitFor();
  await drawer.getByText('41.2 km').waitFor();
  await page.reload();
  await drawer.getByText(registration).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.search.includes('behind'));

  await page.getByTestId('dashboard-status-running').click();
  await page.waitForURL(/track-vehicle\?status=running/);
  await page.getByTestId('status-chip-running').and(page.locator('[aria-pressed="true"]')).waitFor();
  expect(problems).toEqual([]);
});

test('a chart gets narrower with its window', async () => {
  await driving();
  const { page } = await running.openSignedIn('/dashboard/main');
  const chart = page.locator('[data-area="course"] [_echarts_instance_]');
  await chart.waitFor();
  await page.setViewportSize({ width: 600, height: 720 });
  const right = (selector: string) =>
    page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().right`);
  await waitUntil(
    'the chart to be within its card',
    async () => (await right('[data-area="course"] [_echarts_instance_]')) <= (await right('[data-area="course"]')),
    15_000,
  );
});

test('a place of interest is set, stored and found; the nearest vehicles are listed', async () => {
  await driving();
  const { page, problems } = await running.openSignedIn('/maps');
  await page.getByRole('button', { name: 'Add a place' }).click();
  await page.getByRole('button', { name: 'Point at the centre' }).click();
  const form = page.getByRole('dialog', { name: 'New place' });
  await form.getByLabel('Name').fill('Gate 3');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Gate 3 was saved.').waitFor();
  await page.reload();
  const places = page.getByRole('list', { name: 'Places of interest' });
  await places.getByText('Gate 3').waitFor();

  await page.getByRole('button', { name: 'Choose a point' }).click();
  await page.getByRole('button', { name: 'Point at the centre' }).click();
  const near = page.getByRole('list', { name: 'Nearest vehicles' });
  await near.getByRole('link', { name: 'SBD 1000' }).waitFor();
  expect(problems).toEqual([]);
});

test('an organisation has its own time zone and thresholds, with errors for invalid ones', async () => {
  const { page } = await running.openSignedIn('/admin/organisations');
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const stop = page.getByLabel('A stop that ends a trip lasts');
  await stop.fill('10');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Use 60 or more.').waitFor();
  await stop.fill('240');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitUntil('the threshold to be kept', async () => {
    const [row] = await inDatabase<{ stop: number | null }>(
      running.server,
      `SELECT (tracking_settings->>'stopS')::int AS stop FROM organisations WHERE parent_id IS NULL`,
    );
    return row?.stop === 240;
  });
});

/** The facts that tracking would have written for yesterday. */
async function driveYesterday(vehicleId: number, distanceM: number): Promise<void> {
  await inDatabase(
    running.server,
    `INSERT INTO day_totals (installation_id, key, confirmed_at, vehicle_id, day, started_at, ended_at, distance_m, trip_s,
       trip_idle_s, stop_s, idle_s, engine_s, trips, stops, idles, overspeeds, alarms, max_kph, bridged_m, positions,
       invalid, legs)
     SELECT i.id, 'day:' || d.day, now(), i.vehicle_id, d.day, d.day, d.day + 1, $2, 3600, 300, 0, 300, 3600, 2, 2, 1, 0, 0,
       60, 0, 100, 0, '{}'
     FROM installations i JOIN vehicles v ON v.id = i.vehicle_id JOIN organisations o ON o.id = v.organisation_id
     CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE o.time_zone)::date - 1 AS day) d WHERE i.vehicle_id = $1`,
    [vehicleId, distanceM],
  );
}

import { beforeAll, expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { newImei } from './harness/fleet.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();
let vehicleId: number;
let fenceId: number;

const HOUR = 3_600_000;
/** Noon of yesterday in the organisation's time zone, UTC−3. */
const noon = Math.floor((Date.now() - 3 * HOUR) / (24 * HOUR)) * 24 * HOUR + 3 * HOUR - 12 * HOUR;
const day = new Date(noon).toISOString().slice(0, 10);

/** The facts that ingest would write for such a day: a stop, a trip of 41.2 km with a gap, an ongoing visit. */
beforeAll(async () => {
  const { server } = running;
  const caller = await signInByCall(server);
  const saved = await caller.ask('save-vehicle', { registration: 'SBT 4120', type: 'van' });
  vehicleId = saved.vehicle.id;
  // Written directly to the database, because the server would recompute the facts from the missing positions. It does so
  // once, when it learns of the installation: the facts are written after that.
  await inDatabase(
    server,
    `WITH d AS (INSERT INTO devices (organisation_id, identity) VALUES (1, $2) RETURNING id)
     INSERT INTO installations (device_id, vehicle_id, installed_at) SELECT id, $1, now() - interval '9 days' FROM d`,
    [vehicleId, newImei()],
  );
  const { version } = saved.vehicle;
  await caller.ask('save-vehicle', { id: vehicleId, version, registration: 'SBT 4120', type: 'van' });
  const states = `SELECT FROM tracking_states JOIN installations i ON i.id = installation_id WHERE i.vehicle_id = $1`;
  await waitUntil('the first facts', async () => (await inDatabase(server, states, [vehicleId])).length > 0);
  const fact = `(SELECT i.id, v.id FROM vehicles v JOIN installations i ON i.vehicle_id = v.id WHERE v.id = $1)`;
  const of = `SELECT of.*, $2::timestamptz, $2::timestamptz, $3::timestamptz FROM ${fact} AS of (installation_id, vehicle_id)`;
  const columns = 'installation_id, vehicle_id, confirmed_at, started_at, ended_at';
  const at = (hours: number) => new Date(noon + hours * HOUR).toISOString();
  const insert = (table: string, from: string, to: string | null, values: Record<string, unknown>) =>
    inDatabase(
      server,
      `INSERT INTO ${table} (key, ${Object.keys(values).join(', ')}, ${columns})
       SELECT 'test-' || $2::text, ${Object.keys(values)
         .map((_, index) => `$${index + 4}`)
         .join(', ')}, told.*
       FROM (${of}) told`,
      [vehicleId, from, to, ...Object.values(values)],
    );
  const place = { start_lat: -34.9, start_lon: -56.18, end_lat: -34.88, end_lon: -56.15 };
  await insert('stops', at(-12), at(-3), {
    duration_s: 9 * 3600,
    lat: -34.9,
    lon: -56.18,
    start_reason: 'ignition',
    idle_s: 0,
  });
  await insert('trips', at(-3), at(-2), {
    ...place,
    duration_s: 3600,
    start_reason: 'ignition',
    end_reason: 'movement',
    distance_m: 41_200,
    idle_s: 0,
    average_kph: 41,
    max_kph: 78,
    overspeeds: 0,
    holes: 1,
    bridged_m: 4000,
    odometer_m: 41_500,
    legs: JSON.stringify({ wildFix: { legs: 2, distanceM: 9300 }, dataGap: { legs: 1, distanceM: 4000 } }),
    notes: JSON.stringify([{ reason: 'dataGap', from: noon - 2.6 * HOUR, to: noon - 2.4 * HOUR, distanceM: 4000 }]),
  });
  // Across the midnight before the day before.
  await insert('trips', at(-37), at(-35), {
    ...place,
    duration_s: 2 * 3600,
    start_reason: 'ignition',
    end_reason: 'ignition',
    distance_m: 60_000,
    idle_s: 0,
    average_kph: 30,
    max_kph: 70,
    overspeeds: 0,
    holes: 0,
    bridged_m: 0,
    odometer_m: 60_000,
    legs: '{}',
    notes: '[]',
  });
  const fences = await inDatabase<{ id: number }>(
    server,
    `INSERT INTO geofences (organisation_id, name, shape, south, north, west, east, area_m2)
     VALUES (1, 'Harbour gate', $1, -34.91, -34.89, -56.2, -56.18, 785398) RETURNING id`,
    [JSON.stringify({ kind: 'circle', centre: { lat: -34.9, lon: -56.19 }, radiusM: 500 })],
  );
  fenceId = fences[0]?.id ?? 0;
  await insert('visits', at(-2), null, { fence_id: fenceId, duration_s: 7200, distance_m: 240, entry_kph: 22 });
});

test('a day as bands: arrow keys show each moment, a click opens it in history', async () => {
  const { page, problems } = await running.openSignedIn(`/timeline?day=${day}`);
  const row = page.getByTestId(`timeline-${vehicleId}`);
  const band = row.getByRole('slider');
  await band.focus();
  const readValueText = async () => (await band.getAttribute('aria-valuetext')) ?? '';
  for (const expected of ['Standing 9 h', 'Driving 1 h']) {
    for (let step = 0; step < 6 && !(await readValueText()).includes(expected); step++) {
      await page.keyboard.press(expected.startsWith('Standing') ? 'ArrowLeft' : 'ArrowRight');
    }
    expect(await readValueText()).toContain(expected);
  }
  expect(await readValueText()).toContain('Trip of 41.2 km, 09:00–10:00');
  await row.getByText('41.2 km').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/history?*');
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('vehicle')).toBe(String(vehicleId));
  expect(searchParams.get('at')).toBe(new Date(noon - 3 * HOUR).toISOString());

  await page.goBack();
  await page.getByRole('button', { name: 'Show as a table' }).click();
  const cells = page.getByRole('row').filter({ hasText: 'Driving' }).filter({ hasText: '41.2 km' });
  await cells.filter({ hasText: '10:00' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Harbour gate' }).waitFor();
  expect(problems).toEqual([]);
});

test('a trip that had begun before midnight is counted visibly beside those of the day', async () => {
  const before = new Date(noon - 24 * HOUR).toISOString().slice(0, 10);
  const { page, problems } = await running.openSignedIn(`/timeline?day=${before}`);
  const trips = page.getByTestId(`timeline-${vehicleId}`).locator('[data-column="trips"]');
  const more = trips.getByText('(+1)');
  await more.waitFor({ state: 'visible' });
  const [cell, box] = [await trips.boundingBox(), await more.boundingBox()];
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0) + 0.5);
  expect(problems).toEqual([]);
});

test('on a tablet the hours of the axis do not overlap', async () => {
  const { page } = await running.openSignedIn(`/timeline?day=${day}`, { viewport: { width: 820, height: 1180 } });
  const hours = page.getByText(/^\d\d:00$/);
  await hours.nth(4).waitFor();
  const boxes = await Promise.all((await hours.all()).map((hour) => hour.boundingBox()));
  boxes.slice(1).forEach((box, index) => {
    const before = boxes[index];
    expect(box?.x ?? 0).toBeGreaterThan((before?.x ?? 0) + (before?.width ?? 0));
  });
});

test('times are in the time zone of the person, the day is that of the organisation', async () => {
  const own = (zone: string) => inDatabase(running.server, `UPDATE users SET time_zone = $1`, [zone]);
  await own('Asia/Tokyo');
  const { page, problems } = await running.openSignedIn(`/timeline?day=${day}&view=table`);
  // 09:00 in Montevideo; the day remains the organisation's.
  const trip = page.getByRole('row').filter({ hasText: '41.2 km' });
  await trip.filter({ hasText: '21:00' }).filter({ hasText: '22:00' }).waitFor();
  await page
    .getByText('Times in Asia/Tokyo (UTC+9)')
    .filter({ hasText: 'days in America/Montevideo (UTC−3)' })
    .waitFor();
  await own('');
  await page.reload();
  await trip.filter({ hasText: '09:00' }).waitFor();
  await page.getByText('Times in America/Montevideo (UTC−3)').waitFor();
  expect(problems).toEqual([]);
});

test('visits: the log by link, the vehicles inside now, and from the totals back to the log', async () => {
  const { page, problems } = await running.openSignedIn(`/in-out-location?fence=${fenceId}`);
  await tableRow(page, 'SBT 4120')
    .filter({ hasText: 'Harbour gate' })
    .filter({ hasText: 'Inside when last heard' })
    .waitFor();
  await page.locator('label').getByText('Inside', { exact: true }).click();
  const inside = page
    .getByRole('region', { name: 'Harbour gate' })
    .getByRole('listitem')
    .filter({ hasText: 'SBT 4120' });
  await inside.filter({ hasText: 'Inside when last heard' }).filter({ hasText: /2 h/ }).waitFor();
  await page.getByText('Totals by geofence').click();
  await tableRow(page, 'Harbour gate').click();
  await page.waitForURL((url) => !url.searchParams.has('tab') && url.searchParams.get('fence') === String(fenceId));
  await tableRow(page, 'SBT 4120').waitFor();
  // Ten years are rejected at the field, and nothing is requested.
  await page.goto(`${running.server.address}/in-out-location?from=2016-01-01&to=2026-01-01`);
  await page.getByText('Choose at most 400 days.').waitFor();
  expect(problems).toEqual([]);
});

test("why 41.2 km: the vehicle's page explains the distance of a trip and the legs left out", async () => {
  const { page, problems } = await running.openSignedIn('/vehicle-info');
  await page.getByRole('link', { name: 'SBT 4120', exact: true }).click();
  await page.waitForURL(`**/vehicle-info/${vehicleId}`);
  await page.getByRole('tab', { name: 'Trips' }).click();
  await tableRow(page, '41.2 km').click();
  const why = page.getByRole('dialog');
  await why.getByText('Why 41.2 km').waitFor();
  const text = await why.innerText();
  expect(text).toContain('ignition was switched on');
  expect(text).toContain('no movement for the minimum stop time');
  expect(text).toContain('4.0 km of it is a straight line over 1 data gap.');
  expect(text).toContain('9.3 km left out, 2 legs: an impossible position.');
  expect(text).toContain('The device’s odometer counted 41.5 km.');
  expect(problems).toEqual([]);
});

test('a link shows the vehicle to its holder, and shows a message when it has ended', async () => {
  const { page, problems } = await running.openSignedIn(`/vehicle-info/${vehicleId}`);
  await page.getByRole('button', { name: 'Public link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note').fill('For the customer');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel('Link').inputValue();

  const { origin, pathname, hash } = new URL(link);
  expect(pathname).toBe('/track-vehicle/shared');
  const token = hash.slice(1);
  expect(token.length).toBeGreaterThan(40);
  const guest = await running.open();
  const requestedUrls: string[] = [];
  guest.page.on('request', (request) => requestedUrls.push(`${request.url()} ${request.headers()['referer']}`));
  await guest.page.goto(link);
  await guest.page.getByRole('heading', { name: 'SBT 4120' }).waitFor();
  // The parts that proxies log: addresses and referrers.
  expect(requestedUrls.filter((one) => one.split('#')[0]?.includes(token))).toEqual([]);
  // A link of a former version works as well, and its token is removed from the address bar.
  await guest.page.goto(`${origin}/track-vehicle/shared/${token}`);
  await guest.page.getByRole('heading', { name: 'SBT 4120' }).waitFor();
  expect(guest.page.url()).toBe(link);
  expect(await guest.page.getByText('customer').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await waitUntil('the link to be gone', async () => (await dialog.getByText('For the customer').count()) === 0);
  await guest.page.getByText('This link is no longer active').waitFor();
  expect(problems).toEqual([]);
  expect(guest.problems).toEqual([]);
});

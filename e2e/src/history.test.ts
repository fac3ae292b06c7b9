import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { inDatabase } from './harness/database.ts';
import { newImei } from './harness/fleet.ts';
import { useRunning } from './harness/running.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();
let vehicleId: number;

const HOUR = 3_600_000;
/** 08:00 of yesterday in the organisation's time zone, UTC−3. */
const start = Math.floor((Date.now() - 3 * HOUR) / (24 * HOUR)) * 24 * HOUR + 3 * HOUR - 16 * HOUR;
const iso = (ms: number) => new Date(ms).toISOString();
const day = { from: start - 8 * HOUR, to: start + 16 * HOUR };
const FIXES = 61;
const address = (at?: number, vehicle = vehicleId) =>
  `/history?vehicle=${vehicle}&from=${iso(day.from)}&to=${iso(day.to)}${at === undefined ? '' : `&at=${iso(at)}`}`;

/**
 * Half an hour to the east at 40 km/h with a corner in it, a fix every 30 s, and the facts of it as ingest writes them.
 */
beforeAll(async () => {
  const { server } = running;
  // Written directly to the database, including the vehicle: the server would otherwise recompute the facts, which this
  // test defines.
  const rows = await inDatabase<{ id: number }>(
    server,
    `INSERT INTO vehicles (organisation_id, registration, type) VALUES (1, 'SBH 5050', 'van') RETURNING id`,
  );
  vehicleId = rows[0]?.id ?? 0;
  await inDatabase(
    server,
    `WITH d AS (INSERT INTO devices (organisation_id, identity) VALUES (1, $2) RETURNING id),
       i AS (INSERT INTO installations (device_id, vehicle_id, installed_at)
             SELECT id, $1, now() - interval '9 days' FROM d RETURNING id, device_id),
       p AS (INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags, attributes)
             SELECT device_id, $3::timestamptz + n * interval '30 seconds', n, now(),
                    -349000000 + greatest(0, n - 30) * 30000, -562000000 + least(n, 30) * 36000, 400, 90, 7, '{"fuelL": 31.5}'
             FROM i, generate_series(0, $4::int - 1) n),
       t AS (INSERT INTO trips (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, start_lat,
               start_lon, end_lat, end_lon, start_reason, end_reason, distance_m, idle_s, average_kph, max_kph, overspeeds,
               holes, bridged_m, legs, notes)
             SELECT id, 'trip', now(), $1, $3, $3::timestamptz + interval '30 minutes', 1800, -34.9, -56.2, -34.81, -56.09,
               'ignition', 'movement', 20000, 0, 40, 40, 0, 0, 0, '{"parkedNoise":{"legs":12,"distanceM":140}}', '[]' FROM i)
     INSERT INTO stops (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, lat, lon,
       start_reason, idle_s)
     SELECT id, 'stop', now(), $1, $3::timestamptz + interval '30 minutes', $3::timestamptz + interval '2 hours', 5400,
       -34.81, -56.09, 'movement', 0 FROM i`,
    [vehicleId, newImei(), iso(start), FIXES],
  );
});

const drawn = (page: Page) => page.locator(`[data-track-points]:not([data-track-points="0"])`).waitFor();
const clock = (page: Page) => page.getByTestId('history-clock').innerText();

test('a vehicle and a day: the track, the trip with its reasons, steps from fix to fix, and the same view by its address', async () => {
  const { page, problems } = await running.openSignedIn('/history');
  await page.getByText('Choose a vehicle', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Vehicle' }).click();
  await page.getByRole('option', { name: 'SBH 5050' }).click();
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await drawn(page);
  await page.getByText('61 GPS positions').waitFor();
  expect(await clock(page)).toContain('08:00:00');

  const list = page.getByRole('list', { name: 'Trips, stops and alarms' });
  await list.getByRole('button', { name: /20\.0 km/ }).click();
  await list.getByText('Started when the ignition was on and the vehicle moved').waitFor();
  await list.getByText('12 legs, 140 m').waitFor();
  await page.locator('[data-testid="history-marker"]').waitFor();

  for (const time of ['08:00:30', '08:01:00']) {
    await page.getByRole('button', { name: 'Next position' }).click();
    await waitUntil('the next fix', async () => (await clock(page)).includes(time));
  }
  await page.getByText('31.5 l').waitFor();
  await waitUntil('the address', () => page.url().includes(`at=${iso(start + 60_000)}`));
  await page.reload();
  await drawn(page);
  await waitUntil('the same moment', async () => (await clock(page)).includes('08:01:00'));
  expect(problems).toEqual([]);
});

test('plays with the space bar, fast, and a click on the chart goes there', async () => {
  const { page, problems } = await running.openSignedIn(address(start));
  await drawn(page);
  await page.getByRole('combobox', { name: 'Playback speed' }).selectOption({ label: '15 min/s' });
  // Keys belong to the player if no field has the focus.
  await page.getByRole('heading', { name: 'History' }).click();
  await page.keyboard.press(' ');
  await waitUntil('the end of the track', async () => (await clock(page)).includes('08:30:00'));
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const chart = page.getByRole('figure', { name: 'Speed, ignition and more over time' });
  const box = await chart.boundingBox();
  // The axis takes 44 px, the opposite margin 12.
  await page.mouse.click((box?.x ?? 0) + 44 + ((box?.width ?? 0) - 56) / 2, (box?.y ?? 0) + 50);
  await waitUntil('the middle', async () => /08:1[45]:\d\d/.test(await clock(page)));
  expect(problems).toEqual([]);
});

test('a range of ten years is refused at the field; a file has every fix', async () => {
  const { page } = await running.openSignedIn(
    `/history?vehicle=${vehicleId}&from=2016-01-01T00:00:00Z&to=2026-01-01T00:00:00Z`,
  );
  await page.getByText('Choose at most 93 days.').waitFor();
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await drawn(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'GPX' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^SBH 5050 .*\.gpx$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.match(/<trkpt /g)).toHaveLength(FIXES);
  expect(text.endsWith('</trkseg>\n</trk>\n</gpx>\n')).toBe(true);
});

test('a day is printed, and saved as a PDF, with the map, its numbered stop and the table of trips and stops', async () => {
  const { page, problems } = await running.openSignedIn(address(start));
  await drawn(page);
  await page.evaluate(`print = () => {
    window.pixels = document.querySelector('.milepost-print img').naturalWidth;
    window.printed = document.querySelector('.milepost-print').cloneNode(true);
    dispatchEvent(new Event('afterprint'));
  }`);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await choose('Print');
  await waitUntil('the print dialog', () => page.evaluate<boolean>(`'printed' in window`), 40_000);
  const printed = (what: string) =>
    page.evaluate<unknown>(`(() => { const sheet = window.printed; return ${what}; })()`);
  expect(await printed(`sheet.querySelector('h1').textContent`)).toBe('SBH 5050');
  expect(await printed(`window.pixels > 1000`)).toBe(true);
  expect(await printed(`sheet.querySelector('figcaption').textContent`)).toContain('OpenStreetMap');
  // The browser of this test is British, which means A4.
  expect(await printed(`sheet.querySelector('style').textContent`)).toContain('size: 210mm 297mm');
  const cells = `[...sheet.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent.replaceAll(/[\u2066-\u2069]/g, '')))`;
  const rows = await printed(cells);
  expect(rows).toMatchObject([
    [
      '',
      'Trip',
      expect.stringContaining('08:00'),
      expect.stringContaining('08:30'),
      expect.anything(),
      '30 min',
      '20.0 km',
    ],
    ['1', 'Stop', expect.stringContaining('08:30'), expect.stringContaining('10:00'), expect.anything(), '1 h 30', ''],
  ]);
  expect(await page.locator('.milepost-print').count()).toBe(0);

  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 40_000 }), choose('PDF')]);
  expect(download.suggestedFilename()).toMatch(/^SBH 5050 .*\.pdf$/);
  const pdf = await readFile(await download.path(), 'latin1');
  // A4 in points.
  expect(pdf).toMatch(/\/MediaBox \[0 0 595\.\d+ 841\.\d+\]/);
  expect(problems).toEqual([]);
});

test('the fleet at a past moment leads to the history of a vehicle at that moment', async () => {
  const at = start + 10 * 60_000;
  const { page, problems } = await running.openSignedIn(`/history/fleet?at=${iso(at)}`);
  await page.getByRole('button', { name: '1 Running' }).waitFor();
  await page.getByRole('button', { name: 'Forward one hour' }).click();
  await page
    .getByRole('button', { name: '1 Stopped' })
    .or(page.getByRole('button', { name: '1 Running' }))
    .waitFor();
  await page.getByRole('button', { name: 'Back one hour' }).click();
  await waitUntil('the moment', () => page.url().includes(encodeURIComponent(iso(at))));
  await page.getByRole('link', { name: 'History of SBH 5050' }).click();
  await page.waitForURL(/vehicle=\d+/);
  await drawn(page);
  await waitUntil('the moment', async () => (await clock(page)).includes('08:10:00'));
  expect(problems).toEqual([]);
});

test('the fleet at a moment that is typed or pasted as dd-mm-yyyy hh:mm', async () => {
  const at = start + 10 * 60_000;
  const { page, problems } = await running.openSignedIn(`/history/fleet?at=${iso(at - HOUR)}`);
  const field = page.getByLabel('Go to a date and time');
  const written = (ms: number) => iso(ms).slice(0, 10).split('-').toReversed().join('-');
  const isAt = (ms: number) => waitUntil('the moment', () => page.url().includes(encodeURIComponent(iso(ms))));
  await field.fill(`${written(at)} 08:10`);
  await field.press('Enter');
  await isAt(at);
  await page.getByRole('button', { name: '1 Running' }).waitFor();
  // A date alone keeps the time; a pasted value needs no Enter.
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '${written(at - 24 * HOUR)}');
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('[aria-label="Go to a date and time"]').dispatchEvent(paste);
  }`);
  await isAt(at - 24 * HOUR);
  await field.fill('31-02-2026 10:00');
  await field.press('Enter');
  await page.getByText('Enter a past date as dd-mm-yyyy').waitFor();
  expect(problems).toEqual([]);
});

test('a time that is typed is gone to; one of another day opens that day', async () => {
  const { page, problems } = await running.openSignedIn(`/history?vehicle=${vehicleId}`);
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await drawn(page);
  const field = page.getByLabel('Go to a time');
  await field.fill('08:05');
  await field.press('Enter');
  await waitUntil('the moment', async () => (await clock(page)).includes('08:05:00'));
  const before = start - 24 * HOUR;
  await field.fill(`${iso(before).slice(0, 10).split('-').toReversed().join('-')} 08:05`);
  await field.press('Enter');
  const moment = encodeURIComponent(iso(before + 5 * 60_000)).replaceAll('%3A', ':');
  await waitUntil('the day before', () => new URL(page.url()).search.includes(`at=${moment}`));
  expect(problems).toEqual([]);
});

test('a second vehicle on the same map and axis of time: figures, when they were nearest, and all of it in the address', async () => {
  // A second vehicle drives the same road back, half an hour later: where it sets out, the first one is parked.
  await inDatabase(
    running.server,
    `WITH v AS (INSERT INTO vehicles (organisation_id, registration, type) VALUES (1, 'SBH 6060', 'van') RETURNING id),
       d AS (INSERT INTO devices (organisation_id, identity) VALUES (1, $1) RETURNING id),
       i AS (INSERT INTO installations (device_id, vehicle_id, installed_at)
             SELECT d.id, v.id, now() - interval '9 days' FROM d, v RETURNING id, device_id)
     INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags, attributes)
     SELECT device_id, $2::timestamptz + n * interval '30 seconds', n, now(),
            -349000000, -560920000 - n * 36000, 400, 270, 7, '{}'
     FROM i, generate_series(0, 30) n`,
    [newImei(), iso(start)],
  );
  const { page, problems } = await running.openSignedIn(address(start));
  await drawn(page);
  await page.getByRole('combobox', { name: 'Add a vehicle to the map' }).click();
  await page.getByRole('option', { name: 'SBH 6060' }).click();
  const list = page.getByRole('region', { name: 'Vehicles on the map' });
  // Both drive the road at 34.9° S, the first from -56.2 to the east, the second from -56.092 to the west, each 0.0036°
  // in 30 s: they meet halfway, at the fifteenth fix after the first.
  const meeting = iso(start + 7.5 * 60_000);
  await list.getByRole('button', { name: /Nearest to SBH 5050: 0 m/ }).click();
  await waitUntil('the moment in the address', () => page.url().includes(`at=${meeting}`));
  expect(await page.locator('[data-testid="history-marker"]').count()).toBe(2);
  const second = new URL(page.url()).searchParams.get('with');
  await page.reload();
  await list.getByRole('button', { name: 'SBH 6060', exact: true }).click();
  await waitUntil('the second one is chosen', () => new URL(page.url()).searchParams.get('vehicle') === second);
  await list.getByRole('button', { name: 'Remove SBH 5050 from the map' }).click();
  await waitUntil('one vehicle alone', () => !page.url().includes('with='));
  expect(problems).toEqual([]);
});

test('private time is named, and drawn for people with the right when they switch it on', async () => {
  const marked = iso(start + 10 * 60_000);
  const [van] = await inDatabase<{ id: number }>(
    running.server,
    `WITH v AS (INSERT INTO vehicles (organisation_id, registration, type) VALUES (1, 'PRV 1010', 'van') RETURNING id),
       d AS (INSERT INTO devices (organisation_id, identity) VALUES (1, $1) RETURNING id),
       i AS (INSERT INTO installations (device_id, vehicle_id, installed_at)
             SELECT d.id, v.id, now() - interval '9 days' FROM d, v RETURNING device_id, vehicle_id)
     INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags, attributes)
     SELECT device_id, $2::timestamptz + n * interval '30 seconds', n, now(), -349000000, -562000000 + n * 36000, 400, 90, 7, '{}'
     FROM i, generate_series(0, 60) n RETURNING (SELECT vehicle_id FROM i) AS id`,
    [newImei(), iso(start)],
  );
  const vehicle = van?.id ?? 0;
  await inDatabase(
    running.server,
    `WITH s AS (INSERT INTO sealed_positions (device_id, fix_time, report_hash, lat, lon, course_deg, flags)
       SELECT p.device_id, p.fix_time, p.report_hash, p.lat, p.lon, p.course_deg, p.flags FROM positions p
       JOIN installations i ON i.device_id = p.device_id WHERE i.vehicle_id = $1 AND p.fix_time >= $2
         AND p.fix_time < $2::timestamptz + interval '10 minutes' RETURNING *)
     UPDATE positions p SET lat = -349000000, lon = -561280000, flags = (p.flags & ~1) | 128 FROM s
     WHERE p.device_id = s.device_id AND p.fix_time = s.fix_time`,
    [vehicle, marked],
  );
  const { page, problems } = await running.openSignedIn(address(undefined, vehicle));
  await drawn(page);
  await page.getByText(/^Private time: /).waitFor();
  await page.getByText('41 GPS positions').waitFor();
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes('get-private-track') ?? false,
  );
  await page.getByRole('switch', { name: 'Show private places' }).click();
  expect((await (await answered).json()).rows).toHaveLength(20);
  const [log] = await inDatabase<{ count: number }>(
    running.server,
    `SELECT count(*)::int AS count FROM audit_log WHERE action = 'view-private'`,
  );
  expect(log?.count).toBe(1);
  expect(problems).toEqual([]);
});

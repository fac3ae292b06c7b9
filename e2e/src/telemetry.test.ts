import { beforeAll, expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { dayFromToday } from './harness/day.ts';
import { newImei } from './harness/fleet.ts';
import { useRunning } from './harness/running.ts';

const running = useRunning();
let vehicleIds: number[];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const [day, dayBefore] = [dayFromToday(-1), dayFromToday(-2)];
/** Midnight in Montevideo. */
const midnight = Date.parse(`${day}T03:00:00Z`);
const iso = (ms: number) => new Date(ms).toISOString();

/** Two vehicles over two days with a fix every 20 s: a peak of 131 km/h, and an hour in which the first was silent. */
beforeAll(async () => {
  const { server } = running;
  const caller = await signInByCall(server);
  vehicleIds = [];
  for (const registration of ['TEL 001', 'TEL 002']) {
    const saved = await caller.ask('save-vehicle', { registration, type: 'truck' });
    vehicleIds.push(saved.vehicle.id);
    await inDatabase(
      server,
      `WITH d AS (INSERT INTO devices (organisation_id, identity) VALUES (1, $2) RETURNING id),
            i AS (INSERT INTO installations (device_id, vehicle_id, installed_at)
                  SELECT id, $1::int, now() - interval '9 days' FROM d)
       INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, altitude_m, speed_dkph, course_deg,
         flags, satellites, power_mv, odometer_m, attributes)
       SELECT d.id, at, 1, at, -349000000, -562000000, 40, CASE WHEN at = $4::timestamptz THEN 1310 ELSE
                abs(600 * sin(extract(epoch FROM at) / 3000 + $1::int)) END, 0, 7, 9, 27000 + 900 * sin(extract(epoch FROM at) / 9000),
              123456789, jsonb_build_object('fuelL', 200 + round((90 * sin(extract(epoch FROM at) / 20000))::numeric, 1),
                'temperature1C', 4, 'door', extract(hour FROM at) % 5 = $1::int % 5)
       FROM d, generate_series($3::timestamptz - interval '1 day', $3::timestamptz + interval '1 day' - interval '20 s',
         interval '20 s') at
       WHERE $1::int <> $5::int OR at < $6::timestamptz OR at >= $7::timestamptz`,
      [
        saved.vehicle.id,
        newImei(),
        iso(midnight),
        iso(midnight + 15 * HOUR),
        vehicleIds[0],
        iso(midnight + 8 * HOUR),
        iso(midnight + 9 * HOUR),
      ],
    );
  }
});

const path = (more: Record<string, string>, values = ['speed', 'fuelL']) => {
  const params = new URLSearchParams({ vehicles: String(vehicleIds[0]), ...more });
  for (const value of values) params.append('value', value);
  return `/charts?${params.toString()}`;
};
const whole = () => ({ from: iso(midnight), to: iso(midnight + 24 * HOUR) });

test('from a day to the single fix: the peak survives thinning, the gap is a gap, and a click opens history', async () => {
  const { page, problems } = await running.openSignedIn(path(whole()));
  await page.getByText('Shows the minimum and maximum of every 1 min').waitFor();
  const speed = page.getByRole('row').filter({ hasText: 'Speed' });
  await speed.filter({ hasText: '131 km/h' }).waitFor();
  const chart = page.getByRole('slider', { name: 'Time on the chart' });
  await chart.focus();
  await page.keyboard.press('Home');
  const at = speed.locator('[data-at]');
  await expect.poll(() => at.textContent()).toMatch(/km\/h/);
  // 08:28 is within the silence: 34 and 35 hundredths of the day are 08:09 and 08:24.
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain('08:24');
  expect(await at.textContent()).toBe('–');

  // Zooms in by keyboard until each fix is drawn; the browser's Back returns.
  await page.keyboard.press('+');
  await page.waitForURL(
    (url) =>
      Date.parse(url.searchParams.get('to') ?? '') - Date.parse(url.searchParams.get('from') ?? '') === 12 * HOUR,
  );
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByText('Shows every reading').waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByText('of every 1 min').waitFor();

  // A drag zooms in.
  const box = await chart.boundingBox();
  if (!box) throw new Error('the chart is not there');
  const x = (share: number) => box.x + 64 + (box.width - 76) * share;
  await page.mouse.move(x(0.5), box.y + 60);
  await page.mouse.down();
  await page.mouse.move(x(0.6), box.y + 60);
  await page.mouse.up();
  await page.getByText('Shows every reading').waitFor();
  const { searchParams } = new URL(page.url());
  expect(Math.abs(Date.parse(searchParams.get('from') ?? '') - (midnight + 12 * HOUR))).toBeLessThan(5 * MINUTE);

  await page.mouse.click(x(0.5), box.y + 60);
  await page.waitForURL('**/history?*');
  const opened = new URL(page.url()).searchParams;
  expect(opened.get('vehicle')).toBe(String(vehicleIds[0]));
  expect(Math.abs(Date.parse(opened.get('at') ?? '') - (midnight + 13.2 * HOUR))).toBeLessThan(10 * MINUTE);
  expect(problems).toEqual([]);
});

test('values and vehicles are chosen among the existing ones, compared with another day, saved as a view and exported', async () => {
  const { page, problems } = await running.openSignedIn(path(whole(), ['speed']));
  await page.getByRole('combobox', { name: 'Values' }).click();
  const option = page.getByRole('option').filter({ hasText: 'Fuel' });
  // A fix every 20 s over a day, except for one hour.
  await option.filter({ hasText: '4,140 in this range' }).waitFor();
  expect(await page.getByRole('option').filter({ hasText: 'Humidity' }).count()).toBe(0);
  await option.click();
  await page.keyboard.press('Escape');
  await page.waitForURL(/value=speed&value=fuelL/);
  await page.getByRole('combobox', { name: 'Vehicles' }).fill('002');
  await page.getByRole('option', { name: 'TEL 002' }).click();
  await page.waitForURL((url) => url.searchParams.get('vehicles') === vehicleIds.join(','));
  for (const line of ['Speed · TEL 001', 'Speed · TEL 002', 'Fuel · TEL 001', 'Fuel · TEL 002']) {
    await page.getByRole('row').filter({ hasText: line }).waitFor();
  }
  await page.goto(`${page.url()}&compare=${dayBefore}`);
  await page.getByRole('columnheader', { name: 'Compared day' }).waitFor();
  await page.getByRole('slider', { name: 'Time on the chart' }).focus();
  await page.keyboard.press('Home');
  const cells = page.getByRole('row').filter({ hasText: 'Fuel · TEL 001' }).getByRole('cell');
  await expect.poll(() => cells.nth(2).textContent()).toMatch(/\d l/);

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('Both trucks');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Both trucks was saved.').waitFor();
  await page.goto(`${running.server.address}/charts`);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Both trucks', exact: true }).click();
  await page.waitForURL(/compare=/);
  await page.getByRole('row').filter({ hasText: 'Fuel · TEL 002' }).waitFor();

  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await (await download).createReadStream();
  const text = Buffer.concat(await file.toArray()).toString();
  const [head = '', ...lines] = text.trim().split(/\r?\n/);
  expect(head).toContain('TEL 001 Speed (km/h), lowest');
  expect(head).toContain('TEL 002 Fuel (l), highest');
  // A step of a minute over a day.
  expect(lines).toHaveLength(1440);
  expect(problems).toEqual([]);
});

test('ten years are rejected with a reason, and missing data is reported', async () => {
  const { page, problems } = await running.openSignedIn(path({ from: '2016-01-01T00:00:00Z', to: iso(midnight) }));
  await page.getByText('Choose at most 400 days.').waitFor();
  await page.goto(running.server.address + path({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }));
  await page.getByText('No data in this range').waitFor();
  expect(problems).toEqual([]);
});

test('on a phone, dark and from right to left, it fits the page', async () => {
  const { page, problems } = await running.openSignedIn(path(whole(), ['speed', 'fuelL', 'door']), {
    phone: true,
    dark: true,
  });
  await page.getByText('of every 1 min').waitFor();
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(await overflow()).toBeLessThanOrEqual(0);
  await inDatabase(running.server, `UPDATE users SET language = 'ar' WHERE username = 'admin'`);
  await page.reload();
  await page.getByText('يُعرض أدنى وأعلى').waitFor();
  expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(problems).toEqual([]);
});

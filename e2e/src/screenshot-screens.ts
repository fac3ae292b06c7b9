import type { Page } from 'playwright-core';
import type { Caller } from './harness/caller.ts';
import { mapDrawn } from './harness/map-probe.ts';
import { waitUntil } from './harness/until.ts';

export const VEHICLES = 62;

export const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export type Size = keyof typeof SIZES;

/** The part of the demo's past in the pictures. */
export interface Shown {
  vehicleId: number;
  /** Yesterday where the fleet drives: `YYYY-MM-DD`, its bounds, and a moment within a trip; ISO 8601. */
  day: string;
  from: string;
  to: string;
  at: string;
  fenceId: number;
  ruleId: number;
}

interface Screen {
  name: string;
  path: string | ((shown: Shown) => string);
  /** Waits until the screen shows its content. */
  ready(page: Page, size: Size): Promise<unknown>;
}

/** The fleet drives in Montevideo, UTC−3. */
const OFFSET_MS = -3 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Chooses the subjects: the vehicle with the longest trip of yesterday, a polygon, a rule about speed. */
export async function choose(caller: Caller): Promise<Shown> {
  const midnight = Math.floor((Date.now() + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS - DAY_MS;
  const [from, to] = [new Date(midnight).toISOString(), new Date(midnight + DAY_MS).toISOString()];
  const trips = await caller.ask('get-trip-list', { from, to, sort: 'distance', direction: 'desc' });
  const trip = trips.rows[0];
  const fences = await caller.ask('get-fence-list', {});
  const fence = fences.rows.find(({ kind }) => kind === 'polygon') ?? fences.rows[0];
  const rules = await caller.ask('get-alarm-rule-list', {});
  const rule = rules.rows.find(({ condition }) => condition.kind === 'overspeed');
  if (!trip || !fence || !rule) throw new Error('The demo has no trip of yesterday, no fence or no rule.');
  const middle = (Date.parse(trip.start) + Date.parse(trip.end ?? trip.start)) / 2;
  return {
    vehicleId: trip.vehicleId,
    day: new Date(midnight + OFFSET_MS).toISOString().slice(0, 10),
    from,
    to,
    at: new Date(middle).toISOString(),
    fenceId: fence.id,
    ruleId: rule.id,
  };
}

const runningRow = (page: Page) => page.locator('[data-testid^="vehicle-row-"][data-status="running"]').first();
const rows = (page: Page) => page.locator('tbody tr, [role="row"] + [role="row"], main li').first().waitFor();

/** On a phone the list of the live map is below its map until it is pulled up. */
async function liveMap(page: Page, size: Size) {
  await mapDrawn(page);
  if (size === 'phone') await page.getByTestId('sheet-handle').click();
  await page.locator('[data-testid^="vehicle-row-"]').first().waitFor();
}

export const SCREENS: readonly Screen[] = [
  { name: 'live-map', path: '/track-vehicle', ready: liveMap },
  {
    name: 'vehicle',
    path: '/track-vehicle?status=running',
    async ready(page, size) {
      await liveMap(page, size);
      await runningRow(page).click();
      await page.getByTestId('card-registration').waitFor();
      await page.getByTestId('card-place').waitFor();
      await waitUntil('the camera to be with the vehicle', () => page.evaluate('!window.__milepost.map.isMoving()'));
      await mapDrawn(page);
    },
  },
  {
    name: 'dashboard',
    path: '/dashboard/main?range=yesterday',
    async ready(page) {
      await page.getByRole('link', { name: /^Distance/ }).waitFor();
      await page.locator('[_echarts_instance_] canvas, [_echarts_instance_] svg').first().waitFor();
    },
  },
  {
    name: 'history',
    path: ({ vehicleId, from, to, at }) => `/history?vehicle=${vehicleId}&from=${from}&to=${to}&at=${at}`,
    ready: (page) => page.locator('[data-track-points]:not([data-track-points="0"])').waitFor(),
  },
  {
    name: 'fleet-past',
    path: ({ at }) => `/history/fleet?at=${at}`,
    ready: (page) => page.getByRole('button', { name: /^\d+ Running$/ }).waitFor(),
  },
  {
    name: 'timeline',
    path: ({ day }) => `/timeline?day=${day}`,
    ready: (page) => page.locator('[data-testid^="timeline-"]').nth(3).waitFor(),
  },
  {
    name: 'maps',
    path: '/maps',
    async ready(page) {
      await page.locator('.maplibregl-canvas').waitFor();
      for (const name of ['Geofences', 'Vehicles']) await page.getByRole('checkbox', { name }).check({ force: true });
    },
  },
  {
    name: 'geo-fence-editor',
    path: ({ fenceId }) => `/geo-fence?fence=${fenceId}&edit=1`,
    async ready(page) {
      await mapDrawn(page);
      await page.getByRole('textbox', { name: 'Name' }).waitFor();
      await page.getByRole('toolbar', { name: 'Drawing' }).waitFor();
    },
  },
  { name: 'in-out', path: '/in-out-location', ready: rows },
  { name: 'alarms', path: '/dashboard/alarms?show=all', ready: rows },
  {
    name: 'wall-board',
    path: '/dashboard/alarm-monitor',
    async ready(page, size) {
      const alarm = page.getByRole('listitem').first();
      await alarm.waitFor();
      if (size === 'phone') return;
      await alarm.getByRole('button').first().click();
      await page.getByText('Nearest vehicles').waitFor();
    },
  },
  {
    name: 'alarm-rule',
    path: ({ ruleId }) => `/settings/alarm-rules?open=${ruleId}`,
    async ready(page) {
      await page.getByRole('button', { name: 'Try it on the last 7 days' }).click();
      const tried = page.getByText(/\d+ of \d+ vehicles checked,/);
      // The dry run reads the positions of a whole week.
      await tried.waitFor({ timeout: 60_000 });
      await tried.scrollIntoViewIfNeeded();
    },
  },
  { name: 'vehicle-page', path: ({ vehicleId }) => `/vehicle-info/${vehicleId}`, ready: rows },
  { name: 'vehicles', path: '/vehicle-info', ready: (page) => page.getByText(`of ${VEHICLES}`).waitFor() },
  { name: 'devices', path: '/settings/devices', ready: (page) => page.getByText(`of ${VEHICLES}`).waitFor() },
  {
    name: 'connect-device',
    path: '/settings/connect-device',
    async ready(page) {
      const contact = page.getByRole('listitem').filter({ hasText: 'GT06 (Concox, Jimi) · TCP' }).first();
      await contact.getByRole('button').first().click();
      await contact.getByText('Contents').waitFor();
    },
  },
];

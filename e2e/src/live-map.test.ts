import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageOptions } from './harness/browser-page.ts';
import { type Caller, signInByCall } from './harness/caller.ts';
import { addDrivenVehicle, CORNER, type DrivenVehicle } from './harness/fleet.ts';
import { camera, mapDrawn, mapVehicle, mapVehicles } from './harness/map-probe.ts';
import { connectDevice } from './harness/device.ts';
import { useRunning } from './harness/running.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();
let caller: Caller;
let runner: DrivenVehicle;
let parked: DrivenVehicle;
let idler: DrivenVehicle;
let silent: DrivenVehicle;

const MINUTE_MS = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms);

beforeAll(async () => {
  const { server } = running;
  caller = await signInByCall(server);
  const rule = { condition: { kind: 'overspeed', limitKph: 90 }, allVehicles: true } as const;
  await caller.ask('save-alarm-rule', { ...rule, name: 'Above 90', severity: 'critical' });
  runner = await addDrivenVehicle(server, caller, 'SBR 1001');
  parked = await addDrivenVehicle(server, caller, 'SBP 2002');
  idler = await addDrivenVehicle(server, caller, 'SBI 3003');
  silent = await addDrivenVehicle(server, caller, 'SBN 4004');
  await runner.tracker.report({ ...CORNER, speedKph: 40, courseDeg: 90 });
  await parked.tracker.report({ lat: -34.905, lon: -56.19, ignition: false });
  // Idle: ignition on and slower than 5 km/h for a minute or more.
  await idler.tracker.report({ lat: -34.89, lon: -56.15, speedKph: 0, time: ago(3 * MINUTE_MS) });
  await idler.tracker.report({ lat: -34.89, lon: -56.15, speedKph: 0, time: ago(MINUTE_MS) });
});
afterAll(() => {
  for (const vehicle of [runner, parked, idler, silent]) vehicle.tracker.close();
});

/** Drives the runner east from its last position, with a current fix each time. */
let east = CORNER.lon;
async function drive(step = 0.0008, speedKph = 40): Promise<{ lat: number; lon: number }> {
  east += step;
  const place = { lat: CORNER.lat, lon: Number(east.toFixed(5)) };
  await runner.tracker.report({ ...place, speedKph, courseDeg: 90 });
  return place;
}

const row = (page: Page, { id }: DrivenVehicle) => page.getByTestId(`vehicle-row-${id}`);
const near = (a: number, b: number) => Math.abs(a - b) < 0.000_01;

async function openMap(path = '/track-vehicle', options: PageOptions = {}) {
  const opened = await running.openSignedIn(path, { watchMap: true, ...options });
  await mapDrawn(opened.page);
  await waitUntil('the fleet', async () => (await mapVehicles(opened.page)).length === 4);
  return opened;
}

describe('the live map', () => {
  test('shows the fleet and moves a vehicle with its fixes, gliding, without a failed request or an error', async () => {
    const { page, problems } = await openMap('/track-vehicle', { motion: true, draws: true });
    expect(await row(page, runner).getAttribute('data-status')).toBe('running');
    const before = await mapVehicle(page, runner.id);
    const place = await drive();
    const between = await waitUntil('the vehicle to be under way', async () => {
      const { shown } = (await mapVehicle(page, runner.id)) ?? {};
      return shown && shown.lon > (before?.shown.lon ?? 0) && shown.lon < place.lon - 0.000_01 ? shown : null;
    });
    expect(near(between.lat, place.lat)).toBe(true);
    const there = await waitUntil(
      'the vehicle to arrive',
      async () => {
        const { shown } = (await mapVehicle(page, runner.id)) ?? {};
        return shown && near(shown.lon, place.lon) ? shown : null;
      },
      15_000,
    );
    expect(near(there.lat, place.lat)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('counts by status and filters by it; the search finds by registration', async () => {
    const { page } = await openMap();
    const count = (status: string) => page.getByTestId(`status-count-${status}`).innerText();
    await waitUntil('the counts', async () => (await count('all')) === '4');
    expect(
      await Promise.all(['running', 'idle', 'stopped', 'inactive', 'never'].map((status) => count(status))),
    ).toEqual(['1', '1', '1', '0', '1']);
    const shownRows = async () => {
      const ids = await page
        .getByTestId('vehicle-list')
        .locator('[data-testid^="vehicle-row-"]')
        .evaluateAll((rows: { dataset: Record<string, string | undefined> }[]) =>
          rows.map(({ dataset }) => Number(dataset['testid']?.slice('vehicle-row-'.length))),
        );
      return ids.toSorted((a, b) => a - b);
    };

    await page.getByTestId('status-chip-stopped').click();
    await waitUntil('the stopped ones', async () => String(await shownRows()) === String([parked.id]));
    await page.waitForURL('**/track-vehicle?*status=stopped*');
    await page.getByTestId('status-chip-stopped').click();
    await waitUntil('all again', async () => (await shownRows()).length === 4);

    await page.keyboard.press('/');
    await page.keyboard.type('sbi3003');
    await waitUntil('the one found', async () => String(await shownRows()) === String([idler.id]));
    await page.waitForURL('**/track-vehicle?*q=sbi3003*');
    await page.getByTestId('vehicle-search').fill('no such plate');
    await page.getByText('No vehicle matches', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await waitUntil('all of them', async () => (await shownRows()).length === 4);
  });

  test('a click follows a vehicle: card, address and camera go with it, and the link opens the same view', async () => {
    const { page } = await openMap('/track-vehicle', { motion: true });
    await row(page, runner).click();
    await page.waitForURL(new RegExp(`/track-vehicle/${runner.id}\\?.*follow=1`));
    expect(await page.getByTestId('card-registration').innerText()).toBe(runner.registration);
    expect(await page.getByTestId('card-follow').getAttribute('aria-pressed')).toBe('true');
    expect(await page.getByTestId('card-speed').innerText()).toContain('40');

    const centred = async () => {
      const [{ lon }, vehicle] = await Promise.all([camera(page), mapVehicle(page, runner.id)]);
      // The card covers the right of the map, so the vehicle is kept left of the centre, but clearly visible.
      return Math.abs(lon - (vehicle?.shown.lon ?? 0)) < 0.02 ? lon : null;
    };
    await waitUntil('the camera to be with the vehicle', centred);
    const before = await camera(page);
    const place = await drive(0.03);
    await waitUntil('the camera to follow', async () => (await camera(page)).lon > before.lon + 0.01, 20_000);
    await waitUntil('the vehicle to be there', async () =>
      near((await mapVehicle(page, runner.id))?.shown.lon ?? 0, place.lon),
    );

    await page.getByTestId('status-chip-running').click();
    const link = await waitUntil('a camera in the address', () => {
      const url = page.url();
      return url.includes('status=running') && /[?&]c=/.test(url) ? url : null;
    });
    await page.reload();
    await page.getByTestId('card-registration').waitFor();
    await mapDrawn(page);
    expect(await page.getByTestId('card-registration').innerText()).toBe(runner.registration);
    expect(await page.getByTestId('status-chip-running').getAttribute('aria-pressed')).toBe('true');
    expect(await page.getByTestId('card-follow').getAttribute('aria-pressed')).toBe('true');
    const [, zoom] = /[?&]c=[-\d.]+,[-\d.]+,([\d.]+)/.exec(link) ?? [];
    expect((await camera(page)).zoom).toBeCloseTo(Number(zoom), 1);
    await waitUntil('the camera to be with the vehicle again', centred);

    await page.getByTestId('card-close').click();
    await page.waitForURL(/\/track-vehicle\?/);
    expect(await page.getByTestId('vehicle-card').count()).toBe(0);
  });

  test('a vehicle chosen in the palette comes into view, and Escape in its dialog leaves its card open', async () => {
    const { page, problems } = await openMap(`/track-vehicle?c=${CORNER.lon},${CORNER.lat},17`);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search screens, vehicles, drivers, addresses …').fill('SBP 2002');
    await page.getByRole('dialog').getByText('SBP 2002', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByTestId('card-registration').waitFor();
    await waitUntil('the camera to be with it', async () => Math.abs((await camera(page)).lat - -34.905) < 0.001);

    await page.getByRole('button', { name: 'Public link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Valid for' }).click();
    await page.getByRole('option', { name: '2 hours' }).click();
    // The button is removed with the form, and the focus with it.
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByLabel('Link').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByTestId('card-registration').waitFor();
    expect(problems).toEqual([]);
  });

  test('dragging the map stops following, and a chip resumes it', async () => {
    const { page } = await openMap(`/track-vehicle/${runner.id}?follow=1`);
    await waitUntil(
      'the follow button',
      async () => (await page.getByTestId('card-follow').getAttribute('aria-pressed')) === 'true',
    );
    const box = await page.getByTestId('live-map').boundingBox();
    if (!box) throw new Error('the map has no box');
    await page.mouse.move(box.x + 200, box.y + 300);
    await page.mouse.down();
    await page.mouse.move(box.x + 320, box.y + 380, { steps: 6 });
    await page.mouse.up();
    await page.getByTestId('resume-follow').click();
    await waitUntil(
      'to follow again',
      async () => (await page.getByTestId('card-follow').getAttribute('aria-pressed')) === 'true',
    );
  });

  test('the edit link of the card opens the form of that vehicle', async () => {
    const { page } = await openMap(`/track-vehicle/${parked.id}`);
    await page.getByTestId('card-edit').click();
    const form = page.getByRole('dialog');
    await form.waitFor();
    expect(await form.getByLabel('Registration').inputValue()).toBe(parked.registration);
  });

  test('works on a phone: the list is a sheet, a tap opens the card', async () => {
    const { page, problems } = await openMap('/track-vehicle', { phone: true });
    await page.getByTestId('sheet-handle').click();
    await row(page, idler).click();
    await page.getByTestId('card-registration').waitFor();
    expect(await page.getByTestId('card-registration').innerText()).toBe(idler.registration);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(problems).toEqual([]);
  });

  test('a vehicle with a critical alarm is marked in row, card and cluster until somebody acknowledges it', async () => {
    const { page, problems } = await openMap();
    await page.evaluate('window.stillTheSamePage = true');
    const mark = row(page, runner).getByRole('img', { name: 'Critical alarm: Above 90' });
    expect(await mark.count()).toBe(0);
    await drive(0.0008, 120);
    await mark.waitFor();
    expect(await row(page, parked).getByTestId('critical-alarm').count()).toBe(0);

    await page.evaluate('window.__milepost.map.jumpTo({ center: [-56.16, -34.9], zoom: 4 })');
    await page.getByRole('button', { name: /^3 vehicles here.* With a critical alarm: 1\./ }).waitFor();

    await page.getByTestId('status-chip-alarmed').click();
    await row(page, parked).waitFor({ state: 'detached' });
    await page.waitForURL('**/track-vehicle?*alarm=critical*');
    await row(page, runner).click();
    const line = page.getByTestId('card-critical-alarm');
    await line.getByText('Critical alarm: Above 90').waitFor();
    await line.getByRole('button', { name: 'Acknowledge' }).click();
    await line.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row(page, runner).waitFor();
    expect(await mark.count()).toBe(0);
    expect(await page.evaluate('window.stillTheSamePage')).toBe(true);
    expect(problems).toEqual([]);
  });
});

describe('the connection', () => {
  test('lost: the badge shows it; restored: fresh data without a reload', async () => {
    const { page } = await openMap(`/track-vehicle/${runner.id}`);
    const badge = page.getByTestId('live-badge');
    const kind = () => badge.getAttribute('data-kind');
    await page.evaluate('window.stillTheSamePage = true');
    await waitUntil('the live connection', async () => (await kind()) === 'live');

    await running.server.halt();
    await waitUntil('the badge to say so', async () =>
      ['reconnecting', 'connecting', 'offline'].includes((await kind()) ?? ''),
    );
    await page.getByTestId('connection-sign').waitFor();
    // The last known state stays on the screen.
    expect((await mapVehicles(page)).length).toBe(4);

    await running.server.start();
    await waitUntil('the connection to come back', async () => (await kind()) === 'live', 60_000);
    await waitUntil('the sign to go', async () => (await page.getByTestId('connection-sign').count()) === 0);

    runner.tracker.close();
    runner = { ...runner, tracker: await reconnect(runner) };
    const place = await drive();
    await waitUntil('the fresh fix', async () => near((await mapVehicle(page, runner.id))?.lon ?? 0, place.lon));
    expect(await page.evaluate('window.stillTheSamePage')).toBe(true);
    expect(page.url()).toContain(`/track-vehicle/${runner.id}`);
  });

  test('a browser without a network shows this immediately, and catches up', async () => {
    const { page, context } = await openMap('/track-vehicle', { fresh: true });
    const kind = () => page.getByTestId('live-badge').getAttribute('data-kind');
    await waitUntil('the live connection', async () => (await kind()) === 'live');
    await context.setOffline(true);
    await waitUntil('the badge to say so', async () => (await kind()) !== 'live', 25_000);
    const place = await drive();
    await context.setOffline(false);
    await waitUntil('the connection to come back', async () => (await kind()) === 'live', 40_000);
    await waitUntil('what it missed', async () => near((await mapVehicle(page, runner.id))?.lon ?? 0, place.lon));
  });
});

async function reconnect({ tracker: { imei } }: DrivenVehicle) {
  const tracker = await connectDevice(running.server, imei);
  await tracker.login();
  return tracker;
}

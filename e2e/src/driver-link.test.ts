import { randomUUID } from 'node:crypto';
import { addDays } from '@milepost/contract/route-days';
import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { startPathProxy } from './harness/path-proxy.ts';
import { useRunning } from './harness/running.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();
let caller: Caller;
let runId: number;
let outletIds: number[];

beforeAll(async () => {
  caller = await signInByCall(running.server);
  const outlet = async (name: string, lon: number) =>
    (await caller.ask('save-outlet', { code: name, name, address: '1 Main St', place: { lat: -34.9, lon } })).outlet.id;
  outletIds = [await outlet('Corner shop', -56.2), await outlet('Station kiosk', -56.19)];
  const routeId = (await caller.ask('save-route', { name: 'North' })).route.id;
  await caller.ask('save-route-plan', {
    routeId,
    validFrom: '2026-01-01',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    startMin: 480,
    stops: outletIds.map((outletId) => ({ outletId })),
  });
  const { today } = await caller.ask('get-run-list', { from: '2026-01-01', to: '2026-01-01' });
  const tomorrow = addDays(today, 1);
  runId = (await caller.ask('get-run-list', { from: tomorrow, to: tomorrow })).rows[0]?.id ?? 0;
});

/** A picture of one colour: PNG (ISO/IEC 15948) of 1 by 1 pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** The page itself is cached on the phone, including its scripts and texts. */
const isCached = (page: Page) =>
  page.evaluate<boolean>(`caches.open('milepost-1').then((cache) => cache.keys()).then((kept) =>
    ['drive-page', 'en-screens', 'en-shell'].every((name) => kept.some(({ url }) => url.includes(name))))`);

test('a driver does a stop in a tunnel, reloads, and it is there once when the network is back', async () => {
  const { token } = await caller.ask('create-run-link', { runId });
  const { page, context } = await running.open({ phone: true, fresh: true });
  // The connections are cut too: Chromium's emulation alone lets a request through now and then, if a service worker
  // controls the page.
  const network = await startPathProxy({});
  onTestFinished(() => network.close());
  network.leadTo(running.server.address);
  const setOffline = async (away: boolean) => {
    network.set({ away });
    await context.setOffline(away);
  };
  await page.goto(`${network.address}/drive#${token}`);
  await page.getByRole('heading', { level: 1, name: 'North' }).waitFor();
  await page.getByText('Everything has been sent').waitFor();
  await waitUntil('the page to be kept', () => isCached(page), 20_000);

  await setOffline(true);
  await page.getByRole('button', { name: 'Arrived' }).click();
  await page.getByText('1 pending upload').waitFor();
  await page.getByRole('button', { name: 'Done …' }).click();
  await page.getByLabel('Delivered').fill('12');
  await page.getByLabel('Signed by').fill('Bo');
  const pad = await page.getByRole('img', { name: 'Signature' }).boundingBox();
  if (!pad) throw new Error('no pad');
  await page.mouse.move(pad.x + 20, pad.y + 20);
  await page.mouse.down();
  await page.mouse.move(pad.x + 120, pad.y + 60, { steps: 4 });
  await page.mouse.up();
  await page.locator('input[type=file]').setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer: PNG });
  await page.getByRole('img', { name: 'Photo 1' }).waitFor();
  await page.getByRole('button', { name: 'Save as done' }).click();
  await page.getByText('3 pending uploads').waitFor();
  await page.getByText('1 of 2 stops').waitFor();

  await page.reload();
  await page.getByText('3 pending uploads').waitFor();
  await page.getByText('1 of 2 stops').waitFor();
  // The second stop is next; no button is too small for a thumb, and nothing overflows.
  const skip = page.getByRole('button', { name: 'Skip …' });
  expect((await skip.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  expect(await page.evaluate<number>(`document.documentElement.scrollWidth`)).toBeLessThanOrEqual(390);
  await skip.click();
  await page.getByLabel('Closed').check();
  await page.getByRole('button', { name: 'Skip this stop' }).click();
  await page.getByText('4 pending uploads').waitFor();
  expect((await caller.ask('get-run-words', { runId })).stops).toEqual([]);

  await setOffline(false);
  await page.getByText('Everything has been sent').waitFor();
  await page.getByText('All stops are done.').waitFor();
  // The phone has stored what the server accepted.
  await setOffline(true);
  await page.reload();
  await page.getByText('All stops are done.').waitFor();
  await setOffline(false);
  const { stops } = await caller.ask('get-run-words', { runId });
  expect(
    stops.map(({ outlet, words, delivered, signedBy, photos, skip: why }) => [
      outlet.id,
      words,
      delivered,
      signedBy,
      photos.length,
      why,
    ]),
  ).toEqual([
    [outletIds[0], 2, 12, 'Bo', 1, null],
    [outletIds[1], 1, null, null, 0, 'closed'],
  ]);
  expect(stops[0]?.signature?.[0]?.length).toBeGreaterThan(3);

  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
  await page.getByText('انتهت كل المحطات.').waitFor();
  expect(await page.evaluate(`document.dir`)).toBe('rtl');
  expect(await page.evaluate<number>(`document.documentElement.scrollWidth`)).toBeLessThanOrEqual(390);
});

test('all entries about a stop are shown, and updated as more arrive', async () => {
  const { token } = await caller.ask('create-run-link', { runId });
  const [, kiosk = 0] = outletIds;
  const sendEntry = (entryKind: 'done' | 'taken-back') => {
    const now = new Date().toISOString();
    const word = { key: randomUUID(), outletId: kiosk, said: entryKind, phoneAt: now };
    return caller.ask('say-stop-word', { token, phone: randomUUID(), sentAt: now, word });
  };
  // The first entry from this link reported that the stop is closed.
  await sendEntry('done');
  const { page, problems } = await running.openSignedIn(`/settings/runs/${runId}`);
  const words = page.getByRole('list', { name: 'All entries for Station kiosk' }).getByRole('listitem');
  await words.nth(1).waitFor();
  const before = await words.count();
  await sendEntry('taken-back');
  await words.nth(before).waitFor();
  await words.first().getByText('Undone').waitFor();
  expect(problems).toEqual([]);
});

test('a planner makes the links and sees the entries; the customer sees that the delivery arrived', async () => {
  const { page } = await running.openSignedIn(`/settings/runs?open=${runId}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Driver’s entries').waitFor();
  await drawer.getByRole('img', { name: 'Signature of Bo' }).waitFor();
  await drawer.getByRole('button', { name: 'Open Corner shop 1.jpg' }).waitFor();
  await drawer.getByRole('combobox', { name: 'Stop', exact: true }).click();
  await page.getByRole('option', { name: 'Corner shop' }).click();
  await drawer.getByRole('button', { name: 'Link for this customer' }).click();
  const link = await drawer.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  expect(link).toContain('/delivery#');
  const customer = await running.open({ phone: true });
  await customer.page.goto(link);
  await customer.page.getByRole('heading', { level: 1, name: 'Delivered' }).waitFor();
  expect(await customer.page.getByText('Station kiosk').count()).toBe(0);
  await customer.page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
  await waitUntil('Arabic', async () => (await customer.page.evaluate(`document.dir`)) === 'rtl');
  await customer.page.getByRole('combobox', { name: 'اللغة' }).selectOption('en');
  await customer.page.getByRole('heading', { level: 1, name: 'Delivered' }).waitFor();
  expect(customer.problems).toEqual([]);
  const ends = drawer.getByRole('button', { name: 'Revoke' });
  const links = await ends.count();
  await ends.last().click();
  await expect.poll(() => ends.count()).toBe(links - 1);
  await customer.page.reload();
  await customer.page.getByText('This link is no longer active').waitFor();
});

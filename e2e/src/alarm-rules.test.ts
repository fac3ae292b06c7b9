import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';
import { connectDevice } from './harness/device.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning({ environment: { WEBHOOK_PRIVATE_NETWORKS: 'true' } });
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let receiver: Server;
let caller: Caller;

beforeAll(async () => {
  caller = await signInByCall(running.server);
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
});
afterAll(() => {
  receiver.close();
});

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a pipe
const receiverUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

test('a rule is a sentence: chosen, refused without vehicles, tried on the past, saved, switched off', async () => {
  await caller.ask('save-vehicle', { registration: 'SBR 1' });
  const { page, problems } = await running.openSignedIn('/settings/alarm-rules');
  await page.getByRole('button', { name: 'Add rule' }).first().click();
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.getByRole('button', { name: /^Too fast/ }).click();
  await form.getByRole('combobox', { name: 'For which vehicles' }).click();
  await page.getByRole('option', { name: 'any of these' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Choose the vehicles for this rule.').waitFor();

  await form.getByRole('combobox', { name: 'Vehicles', exact: true }).fill('SBR');
  await page.getByRole('option', { name: 'SBR 1' }).click();
  await form.getByRole('textbox', { name: 'Speed limit' }).fill('70');
  await form.getByRole('button', { name: 'Try it on the last 7 days' }).click();
  await form.getByText('This rule would have raised no alarm in the last 7 days.').waitFor();
  await form.getByText('1 of 1 vehicles checked').waitFor();
  // Also for a type of vehicle that has no vehicles yet: buses.
  await form.getByRole('combobox', { name: 'Vehicle types' }).click();
  await page.getByRole('option', { name: 'Bus' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Too fast was saved.').waitFor();

  const row = tableRow(page, 'Too fast').filter({ hasText: 'Faster than 70 km/h' }).filter({ hasText: 'Bus, SBR 1' });
  await row.getByRole('switch', { name: 'Too fast is on' }).locator('..').click();
  await waitUntil('the rule to be off', async () => {
    const { rows } = await caller.ask('get-alarm-rule-list', {});
    return rows[0]?.enabled === false;
  });
  expect(problems).toEqual([]);
});

test('an alarm rings the bell and reaches a webhook, signed with the secret that was shown once', async () => {
  // A new IMEI for each attempt, as a retry finds the records of the first.
  const imei = `35${Date.now()}`;
  const [name, registration] = [`Desk ${imei}`, `SBR ${imei}`];
  const { page, problems } = await running.openSignedIn('/settings/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Address').fill(receiverUrl());
  await form.getByRole('button', { name: 'Save' }).click();
  const shown = page.getByRole('dialog', { name: 'Secret of the webhook' });
  const secret = (await shown.locator('code, pre').first().textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await shown.getByRole('button', { name: 'Close' }).last().click();

  await tableRow(page, name).click();
  const log = page.getByRole('dialog', { name });
  await log.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText(/The receiver accepted the test: HTTP 204/).waitFor();

  const { device } = await caller.ask('save-device', { identity: imei, protocol: 'gt06' });
  await caller.ask('save-vehicle', { registration, deviceId: device.id });
  const channels = { userIds: [], everyone: true, bell: true, push: false, mail: false };
  const condition = { kind: 'overspeed', limitKph: 80 } as const;
  await caller.ask('save-alarm-rule', { name: 'Racing', condition, severity: 'critical', allVehicles: true, channels });
  const tracker = await connectDevice(running.server, imei);
  await tracker.login();
  const now = Date.now();
  for (const [index, speedKph] of [60, 95, 60].entries()) {
    // After the installation, since the device's times are whole seconds and could be before it.
    const time = new Date(now + 1000 + index * 2000);
    await tracker.report({ lat: -34.9 + index * 0.0004, lon: -56.2, speedKph, time });
  }
  await waitUntil('the alarm to reach the receiver', () => received.length === 2, 15_000);
  tracker.close();
  const { headers, body } = received[1] ?? { headers: {}, body: '{}' };
  expect(JSON.parse(body)).toMatchObject({
    event: 'alarm.raised',
    alarm: { severity: 'critical', value: 95 },
    rule: { name: 'Racing' },
    vehicle: { registration },
  });
  const [, t, v1] = /^t=(\d+),v1=(.+)$/.exec(String(headers['milepost-signature'])) ?? [];
  expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));

  await log.getByText(`${registration}: Racing`).waitFor();
  await log.getByText('Delivered').nth(1).waitFor();
  await log.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByText(`${registration}: Racing`).waitFor();
  expect(problems).toEqual([]);
});

test('the service worker shows pushed notifications, and caches nothing', async ({ skip }) => {
  const { page, context } = await running.openSignedIn('/track-vehicle', { fresh: true });
  const { address: origin } = running.server;
  await context.grantPermissions(['notifications'], { origin });
  await page.evaluate(
    `navigator.serviceWorker.register('/service-worker.js?push').then(() => navigator.serviceWorker.ready).then(() => {})`,
  );
  // A browser without a desktop can have no place for notifications, in which case none can be checked.
  const shownCount = await page.evaluate<number>(
    `navigator.serviceWorker.ready.then((worker) => worker.showNotification('probe', { tag: 'probe' })
      .then(() => worker.getNotifications()).then((all) => { all.forEach((one) => one.close()); return all.length; }))
      .catch(() => 0)`,
  );
  if (shownCount === 0) {
    process.stdout.write('skipped: this browser keeps no notifications\n');
    skip('this browser keeps no notifications');
  }
  const browser = await context.newCDPSession(page);
  let registrationId = '';
  browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations[0]?.registrationId ?? '';
  });
  await browser.send('ServiceWorker.enable');
  await waitUntil('the browser to tell of the worker', () => registrationId !== '');
  // The server's message, as the browser passes it on after decryption.
  const data = JSON.stringify({ title: 'SBR 1: Racing', text: '95 km/h', path: 'dashboard/alarms', tag: 'alarm-1' });
  await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  const shown = () =>
    page.evaluate<object[]>(
      `navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
        .then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`,
    );
  await waitUntil('the notification', async () => (await shown()).length === 1);
  expect(await shown()).toEqual([{ title: 'SBR 1: Racing', body: '95 km/h', tag: 'alarm-1' }]);
  expect(await page.evaluate('caches.keys()')).toEqual([]);
});

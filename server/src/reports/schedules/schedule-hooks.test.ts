import { createHash, createHmac } from 'node:crypto';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMemoryBus } from '../../bus/memory-bus.ts';
import { createWebhookQueues } from '../../notify/webhook-queues.ts';
import { takeDueSchedules } from '../../store/report-schedules/change-runs.ts';
import { addUser } from '../../testing/organisations.ts';
import { type Receiver, testReceiver } from '../../testing/receiver.ts';
import { reportFixture, type ReportFixture } from '../../testing/report-fixture.ts';
import { runSchedule } from './run-schedule.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

const DUE_AT = '2026-04-06T05:00:00Z';
let fixture: ReportFixture;
let receiver: Receiver;
let hook: { id: number; secret: string };
beforeAll(async () => {
  fixture = await reportFixture();
  receiver = await testReceiver();
});
afterAll(async () => {
  await receiver.close();
  await fixture.http.close();
});
beforeEach(async () => {
  await fixture.http.database.query('DELETE FROM report_schedules');
  await emptyTables(fixture.http.database, 'webhooks');
  Object.assign(receiver, { status: 204, received: [] });
  const wanted = { name: 'Warehouse', url: 'https://hook.example.org/', severities: [] };
  const { webhook, secret } = await fixture.admin.call('save-webhook', wanted);
  hook = { id: webhook?.id ?? 0, secret: secret ?? '' };
  // Set directly, because saving accepts only public addresses and a test server has none.
  await fixture.http.database.query('UPDATE webhooks SET url = $1', [receiver.url]);
});

async function save(wanted: Partial<ParsedInput<Operations['save-report-schedule']>> = {}): Promise<number> {
  const { schedule, message } = await fixture.admin.call('save-report-schedule', {
    kind: 'trips',
    params: {},
    range: 'last-week',
    formats: ['csv', 'json'],
    every: 'week',
    weekday: 1,
    time: '07:00',
    timeZone: 'Europe/Madrid',
    webhookIds: [hook.id],
    ...wanted,
  });
  if (!schedule) throw new Error(message);
  return schedule.id;
}

async function sendDue(id: number): Promise<void> {
  const { database } = fixture.http;
  await database.query('UPDATE report_schedules SET next_at = $2 WHERE id = $1', [id, DUE_AT]);
  const runs: number[] = [];
  await takeDueSchedules(database, new Date(DUE_AT), async (_db, { id: run }) => void runs.push(run));
  // Without a mail server, which is needed for mails only.
  const services = { ...fixture.http.services, mailConfigured: false, publicUrl: 'https://fleet.example.org' };
  for (const run of [...runs, ...runs]) {
    await runSchedule(services, run, { signal: new AbortController().signal, last: true });
  }
}

async function deliver(privateNetworks = true): Promise<void> {
  const logger = pino({ level: 'silent' });
  const { database, secrets } = fixture.http.services;
  const bus = createMemoryBus(logger);
  const queues = createWebhookQueues({ database, bus, logger, secrets, policy: { privateNetworks }, pauseMs: 0 });
  await queues.run();
  await queues.settled();
  await queues.stop();
}

const history = async (id: number) => (await fixture.admin.call('get-report-schedule-runs', { id })).rows?.[0];

test('a webhook is called once, signed, with the addresses of the files, and they can be downloaded there', async () => {
  const id = await save();
  await sendDue(id);
  await deliver();
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  // docs/webhooks.md, "Check the signature".
  const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['milepost-signature'])) ?? [];
  expect(v1).toBe(createHmac('sha256', hook.secret).update(`${t}.${body}`).digest('hex'));
  expect(headers['milepost-event']).toBe('report.ready');
  const payload: { files: { path: string; sha256: string }[] } = JSON.parse(body);
  expect(payload).toMatchObject({
    event: 'report.ready',
    id: headers['milepost-delivery'],
    report: { kind: 'trips', title: 'Trips', from: '2026-03-30', to: '2026-04-05' },
    files: [
      { format: 'csv', rows: 6 },
      { format: 'json', rows: 6 },
    ],
  });
  for (const { path, sha256 } of payload.files) {
    const cookie = [...fixture.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { rawPayload } = await fixture.http.app.inject({ url: path, headers: { cookie } });
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(sha256);
  }
  expect(await history(id)).toMatchObject({ state: 'sent', deliveries: [{ to: 'Warehouse', state: 'delivered' }] });
});

test('a failed call is retried and shown at the run', async () => {
  const id = await save();
  await sendDue(id);
  receiver.status = 500;
  await deliver();
  expect(await history(id)).toMatchObject({
    deliveries: [{ state: 'waiting', fault: { code: 'receiver-answered' } }],
  });
  receiver.status = 204;
  await fixture.http.database.query('UPDATE webhook_deliveries SET due_at = now()');
  await deliver();
  const keys = receiver.received.map(({ headers }) => headers['milepost-delivery']);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  expect(await history(id)).toMatchObject({ deliveries: [{ state: 'delivered', fault: null }] });
});

test('an address of the own network is refused when the connection is made', async () => {
  const id = await save();
  await sendDue(id);
  await deliver(false);
  expect(receiver.received).toEqual([]);
  expect((await history(id))?.deliveries[0]?.fault).not.toBeNull();
});

test('a webhook that was turned off is named at the run, and an empty report sends nothing', async () => {
  const id = await save({ addresses: ['boss@example.org'], skipEmpty: true });
  await fixture.http.database.query('UPDATE webhooks SET enabled = false');
  await sendDue(id);
  expect(await history(id)).toMatchObject({ state: 'failed', fault: { code: 'schedule-no-mail' } });
  await fixture.http.database.query('DELETE FROM report_schedules');
  const other = await save({ webhookIds: [], addresses: ['boss@example.org'] }).then(async (made) => {
    await fixture.http.database.query('UPDATE report_schedules SET webhook_ids = $1, addresses = $2', [[hook.id], []]);
    return made;
  });
  await sendDue(other);
  expect(await history(other)).toMatchObject({
    state: 'failed',
    leftOut: [{ to: 'Warehouse', fault: { code: 'schedule-webhook-gone' } }],
  });
});

test('a limited person sees no webhooks, and calls none', async () => {
  const grants = { reports: ['view'], webhooks: ['view'] } as const;
  const { database } = fixture.http;
  const limited = await addUser(database, { username: 'limited', password: 'a password', organisationId: 1, grants });
  const browser = await fixture.http.signedIn('limited', 'a password');
  const wanted = {
    kind: 'trips',
    params: {},
    formats: ['csv'],
    every: 'day',
    time: '07:00',
    timeZone: 'UTC',
    webhookIds: [hook.id],
  } as const;
  expect((await browser.call('save-report-schedule', { ...wanted })).schedule?.webhooks).toHaveLength(1);
  await database.query('UPDATE users SET limited = true, limit_vehicle_ids = $2 WHERE id = $1', [
    limited,
    [fixture.ids.first],
  ]);
  const limitedUser = await fixture.http.signedIn('limited', 'a password');
  expect((await limitedUser.call('save-report-schedule', { ...wanted })).status).toBe(422);
});

test('a webhook of another organisation cannot be chosen', async () => {
  await expect(save({ webhookIds: [999_999] })).rejects.toThrow(/webhook/i);
});

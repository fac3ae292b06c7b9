import { type Fault, fault } from '@milepost/contract/fault';
import { createHmac } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSecretBox } from '../auth/secret-box.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { takeDueAlarms } from '../store/alarm-delivery/take-due-alarms.ts';
import { ensureBasics } from '../auth/bootstrap.ts';
import { onlyRow } from '../store/rows.ts';
import { addAlarm, addRule, addTrackedVehicle } from '../testing/alarm-fixture.ts';
import { type Receiver, testReceiver } from '../testing/receiver.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { webhookBody } from './webhook-body.ts';
import { createWebhookQueues, RETRY_S, type WebhookQueues } from './webhook-queues.ts';
import { sealWebhookSecret } from './webhook-secret.ts';
import { emptyTables } from '../testing/empty-tables.ts';

const SECRET = 'whsec_test';
const secrets = createSecretBox(Buffer.alloc(32, 7));

let db: TestDatabase;
let queues: WebhookQueues;
let good: Receiver;
let bad: Receiver;
let vehicle: Awaited<ReturnType<typeof addTrackedVehicle>>;
let ruleId: number;

beforeAll(async () => {
  db = await testDatabase();
  await ensureBasics(db.database);
  good = await testReceiver();
  bad = await testReceiver();
  vehicle = await addTrackedVehicle(db.database, 1, 'SBA 1');
}, 60_000);
afterAll(async () => {
  await good.close();
  await bad.close();
  await db.close();
});
beforeEach(async () => {
  await emptyTables(db.database, 'webhooks', 'alarm_rules', 'notifications');
  const condition = { kind: 'overspeed', limitKph: 90 };
  ruleId = await addRule(db.database, 1, { name: 'Fast', severity: 'major', condition });
  Object.assign(good, { status: 204, received: [] });
  Object.assign(bad, { status: 500, received: [] });
  const logger = pino({ level: 'silent' });
  const policy = { privateNetworks: true };
  const bus = createMemoryBus(logger);
  queues = createWebhookQueues({ database: db.database, bus, logger, secrets, policy, timeoutMs: 400, pauseMs: 0 });
});
afterEach(() => queues.stop());

async function addHook(url: string, change: Record<string, unknown> = {}): Promise<number> {
  const columns = { organisation_id: 1, name: 'Desk', url, severities: ['major'], ...change };
  const names = Object.keys(columns);
  const made = await db.database.query<{ id: number }>(
    `INSERT INTO webhooks (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
    Object.values(columns),
  );
  const { id } = onlyRow(made);
  await db.database.query('UPDATE webhooks SET secret = $2 WHERE id = $1', [
    id,
    sealWebhookSecret(secrets, id, SECRET),
  ]);
  return id;
}
async function raise(startedAt = new Date().toISOString()): Promise<void> {
  await addAlarm(db.database, {
    ...vehicle,
    ruleId,
    severity: 'major',
    startedAt,
    at: { lat: -34.9, lon: -56.2 },
    value: 104,
  });
  await takeDueAlarms(db.database, (story, key, late) => webhookBody(story, key, late, () => 'Rambla'));
}
const deliveries = async (webhookId: number) => {
  const { rows } = await db.database.query<{
    state: string;
    attempts: number;
    status: number | null;
    fault: Fault | null;
    wait: number;
  }>(
    `SELECT state, attempts, status, fault, round(extract(epoch FROM due_at - now()))::int AS wait
     FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY id`,
    [webhookId],
  );
  return rows;
};
const stateOf = async (webhookId: number) => (await deliveries(webhookId)).map(({ state }) => state);
const bell = async () =>
  (await db.database.query<{ user_id: number; title: string }>('SELECT user_id, title FROM notifications')).rows;
const run = async () => {
  await queues.run();
  await queues.settled();
};
const makeDue = () => db.database.query(`UPDATE webhook_deliveries SET due_at = now() WHERE state = 'waiting'`);

test('bodies are written once the data for them is read', async () => {
  await addHook(good.url);
  const at = { ...vehicle, ruleId, severity: 'major', startedAt: new Date().toISOString() } as const;
  await addAlarm(db.database, { ...at, at: { lat: -34.9, lon: -56.2 } });
  const read: unknown[] = [];
  await takeDueAlarms(
    db.database,
    () => JSON.stringify(read),
    async (_db, stories) => void read.push(...stories.map(({ place }) => place)),
  );
  const { rows } = await db.database.query('SELECT body FROM webhook_deliveries');
  expect(rows).toEqual([{ body: '[{"lat":-34.9,"lon":-56.2}]' }]);
});

test('the receiver gets the alarm, signed, with a unique id', async () => {
  const id = await addHook(good.url);
  await raise();
  await run();
  expect(await stateOf(id)).toEqual(['delivered']);
  const [{ headers, body } = { headers: {}, body: '' }] = good.received;
  const [, time = '', mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['milepost-signature'])) ?? [];
  expect(mac).toBe(createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex'));
  expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(10);
  expect(headers).toMatchObject({
    'milepost-event': 'alarm.raised',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(JSON.parse(body)).toMatchObject({
    id: headers['milepost-delivery'],
    event: 'alarm.raised',
    late: false,
    alarm: { severity: 'major', value: 104, place: { lat: -34.9, lon: -56.2 }, address: 'Rambla' },
    rule: { id: ruleId, name: 'Fast', condition: { kind: 'overspeed', limitKph: 90 } },
    vehicle: { id: vehicle.vehicleId, registration: 'SBA 1' },
    organisation: { id: 1 },
  });
});

test('a failed one is retried with the same body, at growing intervals, and finally dropped', async () => {
  const id = await addHook(bad.url);
  await raise();
  for (const [index, wait] of RETRY_S.entries()) {
    await run();
    const [first] = await deliveries(id);
    expect(first).toMatchObject({
      state: 'waiting',
      attempts: index + 1,
      fault: fault('receiver-answered', { status: '500' }),
    });
    expect(Math.abs((first?.wait ?? 0) - wait)).toBeLessThan(5);
    await makeDue();
  }
  await run();
  expect(await stateOf(id)).toEqual(['failed']);
  expect(new Set(bad.received.map(({ body }) => body)).size).toBe(1);
  expect(bad.received).toHaveLength(RETRY_S.length + 1);
});

test('one that hangs delays no others', async () => {
  bad.status = null;
  const hanging = await addHook(bad.url);
  const id = await addHook(good.url);
  for (let minute = 1; minute <= 5; minute += 1) await raise(new Date(Date.now() - minute * 60_000).toISOString());
  const began = performance.now();
  await queues.run();
  await expect.poll(() => stateOf(id), { interval: 20 }).toEqual(Array(5).fill('delivered'));
  // If the deliveries were sent one after the other, the last would arrive after five times 400 ms.
  expect(performance.now() - began).toBeLessThan(2000);
  await expect.poll(async () => (await deliveries(hanging))[0]?.fault).toEqual(fault('no-answer', { wait: 0.4 }));
});

test('only alarms that match the webhook are sent, late ones if it wants them', async () => {
  const other = await addRule(db.database, 1, { name: 'Other', severity: 'major', condition: {} });
  const hooks = {
    critical: await addHook(good.url, { severities: ['critical'] }),
    otherRule: await addHook(good.url, { rule_ids: [other] }),
    thisRule: await addHook(good.url, { rule_ids: [ruleId] }),
    off: await addHook(good.url, { enabled: false }),
    late: await addHook(good.url, { late_alarms: true }),
  };
  await raise();
  await raise(new Date(Date.now() - 61 * 60_000).toISOString());
  const counts = await Promise.all(Object.values(hooks).map(async (id) => (await deliveries(id)).length));
  expect(counts).toEqual([0, 0, 1, 0, 2]);
});

test('after a day without success it is switched off, and its editors are notified', async () => {
  const id = await addHook(bad.url, { failing_since: new Date(Date.now() - 25 * 3_600_000) });
  await raise();
  const enabled = async () => {
    const { rows } = await db.database.query<{ enabled: boolean }>('SELECT enabled FROM webhooks WHERE id = $1', [id]);
    return rows[0]?.enabled;
  };
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    expect(await enabled()).toBe(true);
    await run();
    expect(await deliveries(id)).toMatchObject([{ attempts: attempt, status: 500 }]);
    await makeDue();
  }
  expect(await enabled()).toBe(false);
  expect(await stateOf(id)).toEqual(['failed']);
  expect(await bell()).toEqual([{ user_id: 1, title: 'The webhook Desk was turned off' }]);
});

test('a success restarts the day', async () => {
  const id = await addHook(good.url, { failing_since: new Date(Date.now() - 25 * 3_600_000) });
  await raise();
  await run();
  expect(await stateOf(id)).toEqual(['delivered']);
  const { rows } = await db.database.query('SELECT failing_since FROM webhooks WHERE id = $1', [id]);
  expect(rows).toEqual([{ failing_since: null }]);
});

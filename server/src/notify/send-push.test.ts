import { fault } from '@milepost/contract/fault';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSecretBox } from '../auth/secret-box.ts';
import { ensureBasics } from '../auth/bootstrap.ts';
import { listPushBrowsers, savePushBrowser } from '../store/push/push-browsers.ts';
import { claimPushMessages, queuePush } from '../store/push/push-messages.ts';
import { type Receiver, testReceiver } from '../testing/receiver.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type PushServices, pushKeys, sendDuePushes } from './send-push.ts';
import { newVapidSecret, vapidKeys } from './web-push.ts';
import { emptyTables } from '../testing/empty-tables.ts';

let db: TestDatabase;
let service: Receiver;
let services: PushServices;
const ADMIN = 1;
const PAYLOAD = { title: 'SBA 1: Fast', text: '', path: 'dashboard/alarms', tag: 'alarms' };

beforeAll(async () => {
  db = await testDatabase();
  await ensureBasics(db.database);
  service = await testReceiver();
  services = {
    database: db.database,
    logger: pino({ level: 'silent' }),
    secrets: createSecretBox(Buffer.alloc(32, 7)),
    policy: { privateNetworks: true },
    subject: 'mailto:ops@example.org',
  };
}, 60_000);
afterAll(async () => {
  await service.close();
  await db.close();
});
beforeEach(async () => {
  await emptyTables(db.database, 'push_browsers');
  Object.assign(service, { status: 201, received: [] });
  const p256dh = vapidKeys(newVapidSecret()).publicKey;
  await savePushBrowser(db.database, ADMIN, {
    endpoint: service.url,
    p256dh,
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    userAgent: 'x',
  });
});

const send = () => sendDuePushes(services, new AbortController().signal);
const browsers = () => listPushBrowsers(db.database, ADMIN);
const left = async () => (await db.database.query<{ attempts: number }>('SELECT attempts FROM push_messages')).rows;
const makeDue = () => db.database.query('UPDATE push_messages SET due_at = now()');

test('a message reaches the push service once, for an hour, with high urgency if critical', async () => {
  await queuePush(db.database, ADMIN, PAYLOAD, { urgent: true });
  await send();
  await send();
  expect(service.received.map(({ headers }) => headers)).toMatchObject([
    {
      ttl: '3600',
      urgency: 'high',
      'content-encoding': 'aes128gcm',
      authorization: expect.stringMatching(/^vapid t=/),
    },
  ]);
  expect(await left()).toEqual([]);
  expect(await browsers()).toMatchObject([{ fault: null, lastToldAt: expect.any(String) }]);
});

test('an unavailable service is retried, and the browser shows the fault when the message is dropped', async () => {
  service.status = 503;
  await queuePush(db.database, ADMIN, PAYLOAD);
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await send();
    expect(await left()).toEqual(attempt < 6 ? [{ attempts: attempt }] : []);
    await makeDue();
  }
  expect(service.received).toHaveLength(6);
  expect(await browsers()).toMatchObject([{ fault: fault('push-answered', { status: '503' }) }]);
});

test('an unreachable browser comes after the others', async () => {
  const { rows } = await db.database.query<{ id: number }>(
    `INSERT INTO push_browsers (user_id, endpoint, p256dh, auth, user_agent, fault)
     SELECT user_id, 'https://away.example.org/', p256dh, auth, 'x', '{"code":"host-refused"}' FROM push_browsers RETURNING id`,
  );
  for (let i = 0; i < 5; i++) await queuePush(db.database, ADMIN, PAYLOAD, { browserId: rows[0]?.id ?? 0 });
  await queuePush(db.database, ADMIN, { ...PAYLOAD, tag: 'mine' });
  const [first] = await claimPushMessages(db.database, 1);
  expect(first).toMatchObject({ endpoint: service.url });
  expect(await claimPushMessages(db.database, 10)).toHaveLength(6);
});

test('a person who may not sign in any more gets nothing', async () => {
  await queuePush(db.database, ADMIN, PAYLOAD);
  await db.database.query('UPDATE users SET disabled_at = now() WHERE id = $1', [ADMIN]);
  await send();
  await db.database.query('UPDATE users SET disabled_at = NULL WHERE id = $1', [ADMIN]);
  expect(service.received).toEqual([]);
});

test('waiting messages of one person are not shown to the next who uses the browser', async () => {
  const [other] = (
    await db.database.query<{ id: number }>(
      `INSERT INTO users (organisation_id, role_id, username, display_name, password_hash)
       SELECT organisation_id, role_id, 'other', 'Other', password_hash FROM users WHERE id = $1 RETURNING id`,
      [ADMIN],
    )
  ).rows;
  await queuePush(db.database, ADMIN, PAYLOAD);
  const keys = { p256dh: vapidKeys(newVapidSecret()).publicKey, auth: 'BTBZMqHH6r4Tts7J_aSIgg', userAgent: 'x' };
  await savePushBrowser(db.database, other?.id ?? 0, { endpoint: service.url, ...keys });
  await send();
  expect(service.received).toEqual([]);
  expect(await listPushBrowsers(db.database, other?.id ?? 0)).toHaveLength(1);
});

test('an unsubscribed browser is deleted', async () => {
  service.status = 410;
  await queuePush(db.database, ADMIN, PAYLOAD);
  await send();
  expect(await browsers()).toEqual([]);
});

test('the keys stay, and are replaced when they cannot be read any more', async () => {
  const before = (await pushKeys(services)).publicKey;
  expect((await pushKeys(services)).publicKey).toBe(before);
  const lost = { ...services, secrets: createSecretBox(Buffer.alloc(32, 8)) };
  expect((await pushKeys(lost)).publicKey).not.toBe(before);
  expect(await browsers()).toEqual([]);
});

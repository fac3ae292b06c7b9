import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { type Receiver, testReceiver } from '../../testing/receiver.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let receiver: Receiver;

beforeAll(async () => {
  fixture = await httpFixture();
  fixture.services.config.privateNetworks = true;
  admin = await fixture.signedIn();
  receiver = await testReceiver();
});
afterAll(async () => {
  await receiver.close();
  await fixture.close();
});
beforeEach(async () => {
  await emptyTables(fixture.database, 'webhooks', 'audit_log');
  Object.assign(receiver, { status: 204, received: [] });
});

async function save(change: Record<string, unknown> = {}) {
  const answer = await admin.call('save-webhook', {
    name: 'Desk',
    url: `${receiver.url}hook?key=hidden`,
    severities: ['critical', 'major'],
    ...change,
  });
  if (!answer.webhook) throw new Error(JSON.stringify(answer));
  return { ...answer.webhook, secret: answer.secret };
}

test('the secret is shown once, is not in the database, and signs', async () => {
  const { id, secret } = await save();
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(JSON.stringify(await admin.call('get-webhook-list'))).not.toContain(secret);
  expect((await save({ id })).secret).toBeNull();
  const { rows } = await fixture.database.query<{ all: string }>(
    `SELECT jsonb_agg(w)::text || encode((jsonb_agg(w.secret)::text)::bytea, 'escape') AS all FROM webhooks w`,
  );
  expect(rows[0]?.all).not.toContain(secret);
  const { delivery } = await admin.call('test-webhook', { id });
  expect(delivery).toMatchObject({ event: 'test', state: 'delivered', status: 204, attempts: 1, fault: null });
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  const [, time, mac] = /^t=(\d+),v1=(.*)$/.exec(String(headers['milepost-signature'])) ?? [];
  expect(mac).toBe(
    createHmac('sha256', secret ?? '')
      .update(`${time}.${body}`)
      .digest('hex'),
  );

  const renewed = (await admin.call('renew-webhook-secret', { id })).secret;
  expect(renewed).not.toBe(secret);
  await admin.call('test-webhook', { id });
  const last = receiver.received.at(-1);
  const [, resend, newer] = /^t=(\d+),v1=(.*)$/.exec(String(last?.headers['milepost-signature'])) ?? [];
  expect(newer).toBe(
    createHmac('sha256', renewed ?? '')
      .update(`${resend}.${last?.body}`)
      .digest('hex'),
  );
});

test('a failed test shows the reason, is not retried, and is in the log', async () => {
  const { id } = await save();
  receiver.status = 302;
  const { delivery } = await admin.call('test-webhook', { id });
  const fault = { code: 'receiver-redirected', params: { status: '302' } };
  expect(delivery).toMatchObject({ state: 'failed', status: 302, fault, dueAt: null });
  expect((await admin.call('get-webhook-deliveries', { id })).rows).toMatchObject([{ state: 'failed', fault }]);
  expect((await admin.call('get-webhook-by-id', { id })).webhook).toMatchObject({ failingSince: null, waiting: 0 });
});

test('addresses of internal networks are refused at the field, unless the operator allows them', async () => {
  fixture.services.config.privateNetworks = false;
  try {
    for (const [url, message] of [
      ['http://example.org/', 'The address must be https.'],
      ['https://192.168.1.1/', 'The address is in a private network.'],
    ]) {
      const answer = await admin.call('save-webhook', { name: 'Desk', url, severities: ['critical'] });
      expect(answer).toMatchObject({ status: 422, fields: { url: message } });
    }
    const { id } = await save({ url: 'https://localhost:1/' });
    const { delivery } = await admin.call('test-webhook', { id });
    expect(delivery).toMatchObject({ state: 'failed', fault: { code: 'address-private' } });
  } finally {
    fixture.services.config.privateNetworks = true;
  }
});

test('the audit log records changes, but neither the secret nor a possible one in the address', async () => {
  const { id } = await save();
  await save({ id, name: 'Desk 2' });
  await admin.call('delete-webhook', { id });
  await admin.call('restore-webhook', { id });
  const { rows } = await admin.call('get-audit-list', { subject: 'webhook', direction: 'desc' });
  expect(rows?.map(({ action }) => action)).toEqual(['restore', 'delete', 'change', 'create']);
  expect(rows?.[2]).toMatchObject({ before: { name: 'Desk' }, after: { name: 'Desk 2' } });
  expect(JSON.stringify(rows)).not.toContain('hidden');
});

test('waiting deliveries of a webhook that is switched off are dropped, and sent again on demand', async () => {
  const { id } = await save();
  await fixture.database.query(
    `INSERT INTO webhook_deliveries (webhook_id, key, event, about, body) VALUES ($1, gen_random_uuid(), 'alarm.raised', 'x', '{}')`,
    [id],
  );
  await save({ id, enabled: false });
  const [first] = (await admin.call('get-webhook-deliveries', { id })).rows ?? [];
  expect(first).toMatchObject({ state: 'failed', fault: { code: 'webhook-turned-off' } });
  const resend = () => admin.call('resend-webhook-delivery', { id: first?.id });
  expect(await resend()).toMatchObject({ status: 409, message: 'Turn the webhook on first.' });
  await save({ id });
  expect((await resend()).delivery).toMatchObject({ state: 'waiting', attempts: 0 });
  const { rows } = await admin.call('get-audit-list', { subject: 'webhook', direction: 'desc' });
  expect(rows?.[0]).toMatchObject({ action: 'resend', subjectId: String(id), after: { delivery: 'x' } });
  expect(await resend()).toMatchObject({ status: 409, message: 'Only a failed delivery can be sent again.' });
});

test('an organisation has at most twenty', async () => {
  for (let index = 0; index < 20; index += 1) await save({ name: `Hook ${index}` });
  const answer = await admin.call('save-webhook', { name: 'One more', url: receiver.url, severities: ['critical'] });
  const tooMany = { status: 409, message: 'An organisation can have at most 20 webhooks.' };
  expect(answer).toMatchObject(tooMany);
  const { rows = [] } = await admin.call('get-webhook-list');
  const id = rows[0]?.id;
  await admin.call('delete-webhook', { id });
  await save({ name: 'In its place' });
  expect(await admin.call('restore-webhook', { id })).toMatchObject(tooMany);
});

test('a person who tests repeatedly has to wait', async () => {
  const { id } = await save();
  const statuses = [];
  for (let index = 0; index < 25; index += 1) statuses.push((await admin.call('test-webhook', { id })).status);
  expect(statuses.at(-1)).toBe(429);
  expect(receiver.received.length).toBeLessThanOrEqual(20);
  await fixture.database.query('TRUNCATE sign_in_failures');
});

test('one whose rules were removed reports it, and sends nothing', async () => {
  const condition = { kind: 'lowBattery', belowPercent: 20 };
  const { rule } = await admin.call('save-alarm-rule', { name: 'Battery', condition, allVehicles: true });
  const { id, rules, rulesGone } = await save({ ruleIds: [rule?.id] });
  expect({ rules, rulesGone }).toEqual({ rules: [{ id: rule?.id, name: 'Battery' }], rulesGone: false });
  await admin.call('delete-alarm-rule', { id: rule?.id });
  const { webhook } = await admin.call('get-webhook-by-id', { id });
  expect(webhook).toMatchObject({ rules: [], rulesGone: true });
});

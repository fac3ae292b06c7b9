import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { emptyTables } from '../../testing/empty-tables.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

type Sms = { number: string; text: string };
type Fault = 'sms-refused' | 'sms-unknown' | null;

let fixture: HttpFixture;
let admin: TestBrowser;
let outsider: TestBrowser;
let sent: Sms[];
let fault: Fault;
let ids: { phone: number; none: number };

const provider = async (one: Sms): Promise<Fault> => {
  sent.push(one);
  return fault;
};
const bell = async () => (await admin.call('get-notification-list')).rows?.map(({ title, text }) => [title, text]);

beforeAll(async () => {
  fixture = await httpFixture({ sms: provider }, { publicUrl: 'https://fleet.example.org/m', smsConfigured: true });
  admin = await fixture.signedIn();
  outsider = fixture.browser();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'drivers', 'messages', 'notifications');
  [sent, fault] = [[], null];
  ids = { phone: await driver('Ana Silva', '+598 99 123-456'), none: await driver('Beto Paz', null) };
});

const driver = async (name: string, phone: string | null) =>
  (await admin.call('save-driver', { name, phone })).driver?.id ?? 0;
const letter = { subject: 'Rain', html: '<p>Slow down at the <strong>port</strong>.</p>' };
const send = (driverIds: number[], by = admin) => by.call('send-message', { ...letter, driverIds });
const receipts = async (id: number | undefined) =>
  (await admin.call('get-message-by-id', { id })).message?.driverReceipts ?? [];
const tokenIn = (text: string) => /#([\w-]+)$/.exec(text)?.[1] ?? '';

test('drivers without an account are offered, with those who have a telephone', async () => {
  const grants = { messages: ['view'] } as const;
  const userId = await addUser(fixture.database, { username: 'carla', password: 'p', organisationId: 1, grants });
  await admin.call('save-driver', { name: 'Carla Rey', userId });
  const { offline, offlineTotal, sms } = await admin.call('get-message-choices', { person: '' });
  expect(offline).toEqual([
    { id: ids.phone, name: 'Ana Silva', hasPhone: true },
    { id: ids.none, name: 'Beto Paz', hasPhone: false },
  ]);
  expect([offlineTotal, sms]).toEqual([2, true]);
  expect((await admin.call('get-message-choices', { person: 'bet' })).offline?.map(({ name }) => name)).toEqual([
    'Beto Paz',
  ]);
});

test('one with a telephone gets an SMS with a link; for one without it the sender gets the link', async () => {
  const answer = await send([ids.phone, ids.none]);
  expect(answer).toMatchObject({ status: 200, received: 2, sms: 1, links: [{ name: 'Beto Paz' }] });
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ number: '+59899123456' });
  expect(sent[0]?.text).toMatch(
    /^Administrator: Rain\. Read and reply here: https:\/\/fleet\.example\.org\/m\/message#[\w-]{40,}$/,
  );
  await expect
    .poll(async () => (await receipts(answer.id)).map(({ name, sms }) => [name, sms]))
    .toEqual([
      ['Ana Silva', 'sent'],
      ['Beto Paz', null],
    ]);
  // The links themselves are not stored anywhere.
  const { rows } = await fixture.database.query('SELECT to_jsonb(r) AS row FROM driver_receipts r');
  expect(JSON.stringify(rows)).not.toContain(answer.links?.[0]?.token);
  expect(JSON.stringify(rows)).not.toContain(tokenIn(sent[0]?.text ?? ''));
});

test('the link shows only the message, and reports to the sender that it was opened, read and answered', async () => {
  const { id, links } = await send([ids.none]);
  const token = links?.[0]?.token ?? '';
  expect(await receipts(id)).toMatchObject([{ openedAt: null, readAt: null, answer: null, ended: null }]);
  expect(await outsider.call('get-driver-message', { token })).toEqual({
    status: 200,
    ended: null,
    message: {
      organisation: 'Milepost',
      timeZone: 'UTC',
      from: 'Administrator',
      subject: 'Rain',
      html: letter.html,
      at: expect.any(String),
      readAt: null,
      answer: null,
    },
  });
  expect(await receipts(id)).toMatchObject([{ openedAt: expect.any(String), readAt: null }]);
  expect((await outsider.call('answer-driver-message', { token })).message?.readAt).toEqual(expect.any(String));
  expect(await receipts(id)).toMatchObject([{ readAt: expect.any(String), answer: null }]);
  expect(await bell()).toEqual([]);
  await outsider.call('answer-driver-message', { token, answer: 'I am late by ten minutes' });
  expect(await receipts(id)).toMatchObject([{ answer: 'I am late by ten minutes' }]);
  expect(await bell()).toEqual([['Reply from Beto Paz', 'I am late by ten minutes']]);
  // Read again without an answer: the earlier answer stays, and no further notification is sent.
  expect((await outsider.call('answer-driver-message', { token })).message?.answer).toBe('I am late by ten minutes');
  expect(await bell()).toHaveLength(1);
});

test('a link is ended by its sender, by its time, and by a replacement; a wrong one shows nothing', async () => {
  const { id, links } = await send([ids.none]);
  const token = links?.[0]?.token ?? '';
  const [receipt] = await receipts(id);
  const ended = async (of: string) => (await outsider.call('get-driver-message', { token: of })).ended;
  const renewed = (await admin.call('renew-driver-link', { id: receipt?.id })).token ?? '';
  expect([await ended(token), await ended(renewed)]).toEqual(['unknown', null]);
  await fixture.database.query(`UPDATE driver_receipts SET expires_at = now() - interval '1 minute'`);
  expect(await ended(renewed)).toBe('expired');
  expect(await outsider.call('answer-driver-message', { token: renewed, answer: 'x' })).toMatchObject({ status: 403 });
  expect((await admin.call('revoke-driver-link', { id: receipt?.id })).status).toBe(200);
  expect(await ended(renewed)).toBe('revoked');
  expect(await receipts(id)).toMatchObject([{ ended: 'revoked', answer: null }]);
  expect(await ended('wrong')).toBe('unknown');
  const log = await fixture.database.query(
    `SELECT action, after FROM audit_log WHERE subject = 'message' AND subject_id = $1 AND action LIKE '%-link' ORDER BY id`,
    [String(id)],
  );
  expect(log.rows).toEqual(['renew-link', 'revoke-link'].map((action) => ({ action, after: { link: receipt?.id } })));
});

test('links are invalid while the sender has deleted the message, and for a driver who has left', async () => {
  const { id, links } = await send([ids.none]);
  const token = links?.[0]?.token ?? '';
  const [receipt] = await receipts(id);
  const ended = async () => (await outsider.call('get-driver-message', { token })).ended;
  expect((await admin.call('delete-message', { id, box: 'sent' })).status).toBe(200);
  expect(await outsider.call('get-driver-message', { token })).toEqual({
    status: 200,
    message: null,
    ended: 'revoked',
  });
  expect((await outsider.call('answer-driver-message', { token, answer: 'x' })).status).toBe(403);
  expect((await admin.call('renew-driver-link', { id: receipt?.id })).status).toBe(404);
  expect(await bell()).toEqual([]);
  await admin.call('restore-message', { id, box: 'sent' });
  expect(await ended()).toBeNull();
  await fixture.database.query('UPDATE drivers SET left_on = current_date - 1 WHERE id = $1', [ids.none]);
  expect(await ended()).toBe('unknown');
});

test.each([
  ['sms-refused', 'failed'],
  ['sms-unknown', 'unknown'],
] as const)("a provider's answer %s is shown as %s", async (smsFault, state) => {
  fault = smsFault;
  const { id } = await send([ids.phone]);
  await expect.poll(async () => (await receipts(id)).map(({ sms }) => sms)).toEqual([state]);
});

test('an SMS that a dying server left is unknown after its time, and not sent again', async () => {
  const { id } = await send([ids.phone]);
  await expect.poll(async () => (await receipts(id))[0]?.sms).toBe('sent');
  await fixture.database.query(
    `UPDATE driver_receipts SET sms_state = 'sending', made_at = now() - interval '3 minutes'`,
  );
  expect(await receipts(id)).toMatchObject([{ sms: 'unknown' }]);
  expect(sent).toHaveLength(1);
});

test('only people who may view drivers may choose them, and only those of their own organisation without an account', async () => {
  const grants = { messages: ['view', 'create'] } as const;
  await addUser(fixture.database, { username: 'dora', password: 'pass-word', organisationId: 1, grants });
  const dora = await fixture.signedIn('dora', 'pass-word');
  expect(await dora.call('get-message-choices', { person: '' })).toMatchObject({ offline: [], offlineTotal: 0 });
  expect((await send([ids.none], dora)).status).toBe(403);
  expect(await send([ids.none, 987_654])).toMatchObject({ status: 422, fields: { driverIds: expect.anything() } });
});

test('links of a colleague’s message cannot be ended or renewed by others', async () => {
  const { id } = await send([ids.none]);
  const [receipt] = await receipts(id);
  const { grants } = ADMINISTRATOR;
  await addUser(fixture.database, { username: 'emil', password: 'pass-word', organisationId: 1, grants });
  const emil = await fixture.signedIn('emil', 'pass-word');
  expect((await emil.call('renew-driver-link', { id: receipt?.id })).status).toBe(404);
  expect((await emil.call('revoke-driver-link', { id: receipt?.id })).status).toBe(404);
});

test('a link ends with the account of its sender', async () => {
  const { grants } = ADMINISTRATOR;
  await addUser(fixture.database, { username: 'fina', password: 'pass-word', organisationId: 1, grants });
  const fina = await fixture.signedIn('fina', 'pass-word');
  const token = (await send([ids.none], fina)).links?.[0]?.token ?? '';
  expect((await outsider.call('get-driver-message', { token })).ended).toBeNull();
  await fixture.database.query(`UPDATE users SET disabled_at = now() WHERE username = 'fina'`);
  expect((await outsider.call('get-driver-message', { token })).ended).toBe('unknown');
});

test('more SMS than an hour allows are refused before any is sent', async () => {
  const { id } = await send([ids.phone]);
  await expect.poll(() => sent).toHaveLength(1);
  await fixture.database.query(
    `WITH made AS (INSERT INTO drivers (organisation_id, name) SELECT 1, 'D ' || n FROM generate_series(1, 199) n RETURNING id)
     INSERT INTO driver_receipts (message_id, driver_id, token_hash, by_sms, sms_state, expires_at)
     SELECT $1, made.id, sha256(made.id::text::bytea), true, 'sent', now() + interval '1 day' FROM made`,
    [id],
  );
  expect((await send([ids.phone])).status).toBe(429);
  expect((await send([ids.none])).status).toBe(200);
  expect(sent).toHaveLength(1);
});

test('concurrent messages count as if they were sent one after the other', async () => {
  const { id } = await send([ids.none]);
  await fixture.database.query(
    `WITH made AS (INSERT INTO drivers (organisation_id, name) SELECT 1, 'D ' || n FROM generate_series(1, 198) n RETURNING id)
     INSERT INTO driver_receipts (message_id, driver_id, token_hash, by_sms, sms_state, expires_at)
     SELECT $1, made.id, sha256(made.id::text::bytea), true, 'sent', now() + interval '1 day' FROM made`,
    [id],
  );
  const statuses = (await Promise.all(Array.from({ length: 6 }, () => send([ids.phone])))).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429, 429, 429]);
  await expect.poll(() => sent).toHaveLength(2);
});

test('a person with a link sends its sender ten answers, and then has to wait', async () => {
  const token = (await send([ids.none])).links?.[0]?.token ?? '';
  const statuses: number[] = [];
  for (let time = 0; time < 12; time++) {
    statuses.push((await outsider.call('answer-driver-message', { token, answer: `Answer ${time}` })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  expect(await bell()).toHaveLength(10);
});

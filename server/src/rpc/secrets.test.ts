import { randomBytes } from 'node:crypto';
import { ServerFrame } from '@milepost/contract/live';
import { Notification } from '@milepost/contract/profile-operations';
import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { tokenHash } from '../auth/tokens.ts';
import { ADMINISTRATOR, STARTING_ROLES } from '../store/roles/basic-roles.ts';
import { insertMail, LINK_PLACE } from '../store/mail/mails.ts';
import { httpFixture, type HttpFixture, MAIL } from '../testing/http-fixture.ts';
import { addUser } from '../testing/organisations.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { NOWHERE, validInput } from '../testing/valid-input.ts';

const names = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);
/** Every list and detail, except the tokens by which a browser proves itself, which are the caller's own. */
const READING = names.filter(
  (name) =>
    (name.startsWith('get-') || name.endsWith('-check') || name.endsWith('-by-id')) &&
    !name.startsWith('get-csrf-token') &&
    !['get-shared-vehicle', 'get-driver-run', 'get-delivery', 'get-driver-message'].includes(name),
);
/** Field names in an answer that would suggest a secret; no such field may contain one. */
const SECRET_FIELD = /secret|token|hash|password|cookie|p256dh|^auth$|^link$/i;

const PASSWORD = 'pass-word';
const WEBHOOK_ADDRESS = 'the rest of an address';
/** Exceptions: people who may edit webhooks see their URLs. */
const SEEN: Readonly<Record<string, readonly string[]>> = {
  [WEBHOOK_ADDRESS]: ['Administrator', 'a token, read-only: false'],
};
const planted = new Map<string, string>();
let fixture: HttpFixture;
const callers: [string, (name: OperationName, input: Record<string, unknown>) => Promise<unknown>][] = [];

/** Plants a secret, to be searched for in all possible encodings. */
function plant(what: string, secret: Buffer | string): typeof secret {
  const bytes = Buffer.from(secret);
  if (typeof secret === 'string') planted.set(what, secret);
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    planted.set(`${what}, ${encoding}`, bytes.toString(encoding));
  }
  planted.set(`${what}, as JSON`, [...bytes].slice(0, 16).join(','));
  return secret;
}

const code = () => randomBytes(32).toString('base64url');

async function seed(admin: TestBrowser): Promise<void> {
  const { database } = fixture;
  const { vehicle } = await admin.call('save-vehicle', { registration: 'SECRET 1' });
  plant('share', (await admin.call('create-share', { vehicleId: vehicle?.id, hours: 1 })).token ?? '');
  const address = code();
  planted.set(WEBHOOK_ADDRESS, address);
  for (const url of [`https://hook.example.org/services/${address}`, `https://hook.example.org/?key=${address}`]) {
    plant(`webhook at ${url}`, (await admin.call('save-webhook', { ...validInput('save-webhook'), url })).secret ?? '');
  }
  plant('API token', (await admin.call('create-api-token', { name: 'Seed', readOnly: true })).token ?? '');
  const secret = plant('second factor', randomBytes(32));
  await database.query('INSERT INTO two_factor (user_id, secret, confirmed_at) VALUES (2, $1, now())', [secret]);
  const recovery = plant('recovery code', randomBytes(32));
  await database.query('INSERT INTO recovery_codes (user_id, code_hash) VALUES (2, $1)', [recovery]);
  const endpoint: Record<string, unknown> = {
    ...validInput('save-push-browser'),
    endpoint: `https://push.example.org/${code()}`,
  };
  await admin.call('save-push-browser', endpoint);
  plant('push key', String(endpoint['auth']));
  const link = code();
  plant('link', link);
  await database.query(
    `INSERT INTO password_links (token_hash, user_id, purpose, expires_at)
     VALUES ($1, 1, 'reset', now() + interval '1 hour')`,
    [tokenHash(link)],
  );
  const secretLink = `https://fleet.example.org/authentication/reset-password#token=${link}`;
  const mail = { organisationId: 1, userId: 1, to: 'a@example.org', subject: 'Choose', text: LINK_PLACE, fault: null };
  for (const state of ['waiting', 'held', 'failed'] as const) {
    await insertMail(database, { ...mail, secret: secretLink, state });
  }
  // Created by the application itself, as people would.
  await admin.call('send-password-link', { id: 2 });
  const { rows } = await database.query<{ secret: string | Buffer }>(
    `SELECT secret FROM mails WHERE secret IS NOT NULL UNION SELECT password_hash FROM users`,
  );
  for (const [at, row] of rows.entries()) plant(`stored text ${at}`, row.secret);
  const hashes = await database.query<{ hash: Buffer }>(
    `SELECT token_hash AS hash FROM login_sessions UNION SELECT token_hash FROM api_tokens
     UNION SELECT token_hash FROM password_links UNION SELECT token_hash FROM shares
     UNION SELECT token_hash FROM run_links`,
  );
  for (const [at, { hash }] of hashes.rows.entries()) plant(`stored hash ${at}`, hash);
}

beforeAll(async () => {
  fixture = await httpFixture({}, { ...MAIL, publicUrl: 'https://fleet.example.org' });
  const admin = await fixture.signedIn();
  for (const { name, grants } of [...STARTING_ROLES, ADMINISTRATOR]) {
    const email = `${name}@example.org`;
    await addUser(fixture.database, { username: name, password: PASSWORD, organisationId: 1, grants, email });
  }
  for (const { name } of STARTING_ROLES) {
    const browser = await fixture.signedIn(name, PASSWORD);
    callers.push([name, (route, input) => browser.call(route, input)]);
  }
  callers.push(['Administrator', (name, input) => admin.call(name, input)]);
  const { grants } = ADMINISTRATOR;
  const limitedId = await addUser(fixture.database, {
    username: 'limited',
    password: PASSWORD,
    organisationId: 1,
    grants,
  });
  await fixture.database.query(`UPDATE users SET limited = true, limit_vehicle_ids = '{1}' WHERE id = $1`, [limitedId]);
  const limited = await fixture.signedIn('limited', PASSWORD);
  callers.push(['limited to a vehicle', (name, input) => limited.call(name, input)]);
  for (const readOnly of [true, false]) {
    const { token } = await admin.call('create-api-token', { name: 'Script', readOnly });
    const headers = { authorization: `Bearer ${token}` };
    callers.push([
      `a token, read-only: ${readOnly}`,
      async (name, input) => (await fixture.browser().post({ body: { route: name, ...input }, headers })).json(),
    ]);
  }
  await seed(admin);
});
afterAll(() => fixture.close());

/** The audit log shows a changed secret by the first digits of a hash, from which nothing can be derived. */
const MARK = /^[0-9a-f]{8}$/;

/** The paths of text fields in an answer whose names suggest a secret. */
function secretFields(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => [
    ...(SECRET_FIELD.test(key) && typeof entry === 'string' && !MARK.test(entry) ? [`${path}.${key}`] : []),
    ...secretFields(entry, `${path}.${key}`),
  ]);
}

/** Inputs that find the seeded records: the first of each kind, and the second. */
function inputsOf(name: OperationName): Record<string, unknown>[] {
  const valid = validInput(name);
  const real = (id: number) =>
    Object.fromEntries(Object.entries(valid).map(([key, value]) => [key, value === NOWHERE ? id : value]));
  // Many lists take no ids.
  return [...new Map([valid, real(1), real(2)].map((input) => [JSON.stringify(input), input])).values()];
}

test('no list and no detail shows a secret to anybody', async () => {
  expect(READING.length).toBeGreaterThan(80);
  expect(planted.size).toBeGreaterThan(60);
  const found: string[] = [];
  let answered = 0;
  for (const [caller, call] of callers) {
    for (const name of READING) {
      for (const input of inputsOf(name)) {
        const answer = await call(name, input);
        const text = JSON.stringify(answer);
        if (text.startsWith('{"status":200')) answered++;
        for (const [what, secret] of planted) {
          if (text.includes(secret) && !SEEN[what]?.includes(caller)) found.push(`${what} to ${caller} by ${name}`);
        }
        for (const field of secretFields(answer)) found.push(`the field ${field} to ${caller} by ${name}`);
      }
    }
  }
  expect(answered).toBeGreaterThan(300);
  expect([...new Set(found)]).toEqual([]);
}, 60_000);

test('the rest of a webhook’s address is found by no search of a person who does not see it', async () => {
  const address = planted.get(WEBHOOK_ADDRESS) ?? '';
  for (const [caller, call] of callers) {
    const seen = SEEN[WEBHOOK_ADDRESS]?.includes(caller) === true;
    const found = JSON.stringify(await call('get-webhook-list', { search: address.slice(0, 5) }));
    expect(found.includes('hook.example.org'), caller).toBe(seen);
  }
  const [, readOnly] = callers.find(([caller]) => caller === 'a token, read-only: true') ?? [];
  const list = await readOnly?.('get-webhook-list', { search: 'hook.example' });
  expect(list).toMatchObject({ rows: [{ url: 'https://hook.example.org/…' }, { url: 'https://hook.example.org/…' }] });
});

/** The names of all fields of a schema, at any depth. */
function fieldNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : []),
    ...fieldNames(value),
  ]);
}

test('no frame of the live view, and nothing of the bell, has a field for a secret', () => {
  for (const schema of [ServerFrame, Notification]) {
    const fields = fieldNames(z.toJSONSchema(schema, { unrepresentable: 'any' }));
    expect(fields.length).toBeGreaterThan(7);
    expect(fields.filter((name) => SECRET_FIELD.test(name))).toEqual([]);
  }
});

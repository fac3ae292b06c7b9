import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import { runCommand } from '../run-command.ts';

const PASSWORD = 'a long pass-word 7';
let fixture: HttpFixture;

beforeAll(async () => {
  fixture = await httpFixture();
}, 60_000);
afterAll(() => fixture.close());

async function milepost(words: string[], input = '') {
  let out = '';
  const { rows } = await fixture.database.query<{ url: string }>('SELECT current_database() AS url');
  const url = new URL(String(fixture.database.options.connectionString));
  url.pathname = rows[0]?.url ?? '';
  const environment = { DATABASE_URL: url.href };
  const code = await runCommand(words, {
    config: () => readConfig(environment),
    environment,
    logger: pino({ level: 'silent' }),
    input: async () => input,
    out: (text) => (out += text),
    error: (text) => (out += text),
    signal: new AbortController().signal,
  });
  return { code, out };
}

const signIn = async (username: string, password: string) =>
  (await fixture.browser().trySignIn(username, password)).status;
const newestEntry = async () =>
  (await fixture.database.query('SELECT username, action, subject_name FROM audit_log ORDER BY id DESC LIMIT 1'))
    .rows[0];

test('creates a user with a generated password, who can sign in', async () => {
  const { code, out } = await milepost([
    'user',
    'create',
    'ana',
    '--role',
    'administrator',
    '--email',
    'ana@example.org',
  ]);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('Created ana.') });
  const password = /Password: (\S+)/.exec(out)?.[1] ?? '';
  expect(await signIn('ana', password)).toBe(200);
  expect(await newestEntry()).toEqual({ username: 'command line', action: 'create', subject_name: 'ana' });
});

test('takes the password from standard input, and refuses what the screens refuse', async () => {
  await addOrganisation(fixture.database, 'Customer');
  const words = [
    'user',
    'create',
    'bruno',
    '--role',
    'Administrator',
    '--organisation',
    'Customer',
    '--password-stdin',
  ];
  expect(await milepost(words, `${PASSWORD}\n`)).toEqual({ code: 0, out: 'Created bruno.\n' });
  expect(await signIn('bruno', PASSWORD)).toBe(200);
  expect(await milepost(words, `${PASSWORD}\n`)).toEqual({ code: 1, out: 'There is a user bruno already.\n' });
  expect(await milepost(['user', 'create', 'c', '--role', 'Nobody'])).toMatchObject({
    code: 1,
    out: expect.stringMatching(/There is no role "Nobody" there\. There are: .*Administrator/),
  });
  expect((await milepost(['user', 'create', 'c', '--role', 'Administrator', '--organisation', 'Nowhere'])).out).toBe(
    'There is no organisation "Nowhere".\n',
  );
  expect((await milepost(['user', 'create', 'c d', '--role', 'Administrator'])).code).toBe(2);
  expect(await milepost(words, 'short\n')).toMatchObject({ code: 1, out: expect.stringContaining('The password: ') });
});

test('resets a password, ends the sessions, and on request two-factor sign-in', async () => {
  const id = await addUser(fixture.database, { username: 'dora', password: PASSWORD, organisationId: 1, grants: {} });
  const browser = await fixture.signedIn('dora', PASSWORD);
  await fixture.database.query(`INSERT INTO two_factor (user_id, secret, confirmed_at) VALUES ($1, 'x', now())`, [id]);
  const fresh = 'another pass-word 8';
  const words = ['user', 'reset-password', 'Dora', '--password-stdin'];
  expect((await milepost(words, fresh)).code).toBe(0);
  expect((await browser.call('get-nav-menu')).status).toBe(400);
  expect(await newestEntry()).toEqual({ username: 'command line', action: 'reset-password', subject_name: 'dora' });
  const factors = () => fixture.database.query('SELECT FROM two_factor WHERE user_id = $1', [id]);
  expect((await factors()).rows).toHaveLength(1);
  expect((await milepost([...words, '--two-factor'], fresh)).code).toBe(0);
  expect((await factors()).rows).toHaveLength(0);
  expect(await signIn('dora', fresh)).toBe(200);
  expect(await milepost(['user', 'reset-password', 'nobody'])).toMatchObject({
    code: 1,
    out: 'There is no user nobody.\n',
  });
});

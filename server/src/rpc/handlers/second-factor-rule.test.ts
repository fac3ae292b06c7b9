import { THRESHOLDS } from '@milepost/contract/organisation-operations';
import { isOperationName, OPERATIONS } from '@milepost/contract/operations';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { authenticate } from '../../auth/sessions.ts';
import { codeOf } from '../../testing/authenticator.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { validInput } from '../../testing/valid-input.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let company: number;
let branch: number;
const PASSWORD = 'a password of mine';

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  company = await addOrganisation(fixture.database, 'Company');
  branch = await addOrganisation(fixture.database, 'Branch', company);
});
afterAll(() => fixture.close());
afterEach(() => setRule(company, false));

const noThresholds = Object.fromEntries(Object.keys(THRESHOLDS).map((name) => [name, null]));
const setRule = (id: number, requireSecondFactor: boolean) =>
  admin.call('save-organisation-settings', { id, timeZone: 'UTC', ...noThresholds, requireSecondFactor });

let count = 0;
async function person(organisationId = branch) {
  const username = `person${++count}`;
  const grants = { vehicles: ['view' as const], organisations: ['view' as const, 'edit' as const] };
  const id = await addUser(fixture.database, { username, password: PASSWORD, organisationId, grants });
  return { id, username };
}

/** A browser in which the password was entered, and the server's reply. */
async function signIn(username: string) {
  const browser = fixture.browser();
  const answer = await browser.trySignIn(username, PASSWORD);
  browser.csrfToken = (await browser.call('get-csrf-token')).csrfToken ?? '';
  return { browser, answer };
}

async function setUp(browser: TestBrowser) {
  const { secret = '' } = await browser.call('start-two-factor', { password: PASSWORD });
  return { secret, made: await browser.call('confirm-two-factor', { code: codeOf(secret) }) };
}

test('a person who signs in when a second factor is required sets one up before anything else', async () => {
  const { id, username } = await person();
  await setRule(company, true);
  const { browser, answer } = await signIn(username);
  expect(answer).toMatchObject({ status: 200, secondFactorDue: true, user: { USERNAME: username } });

  const closed = Object.keys(OPERATIONS)
    .filter(isOperationName)
    .filter((name) => OPERATIONS[name].access !== 'anyone' && !('whileSettingUp' in OPERATIONS[name]));
  expect(closed.length).toBeGreaterThan(100);
  for (const name of closed) {
    // 400: for the browser nobody is signed in.
    expect((await browser.call(name, validInput(name))).status, name).toBe(400);
  }
  // The live view does not open either; it uses the same function.
  const cookie = `milepost_session=${browser.cookies.get('milepost_session')}`;
  expect(await authenticate(fixture.database, cookie)).toBeNull();

  const { made } = await setUp(browser);
  expect(made.recoveryCodes).toHaveLength(10);
  expect((await browser.call('get-vehicle-list')).status).toBe(200);
  expect(await authenticate(fixture.database, cookie)).toMatchObject({ userId: id });
  const next = fixture.browser();
  expect((await next.trySignIn(username, PASSWORD)).secondFactor).toEqual(expect.any(String));
});

test('of two people with the password the one who sets up the factor continues, and the other is signed out', async () => {
  const { username } = await person();
  await setRule(company, true);
  const [owner, other] = [await signIn(username), await signIn(username)];
  await setUp(owner.browser);
  expect((await owner.browser.call('session-check')).status).toBe(200);
  for (const route of ['session-check', 'get-csrf-token', 'start-two-factor'] as const) {
    expect((await other.browser.call(route, validInput(route))).status).toBe(400);
  }
});

test('a wrong code signs nobody in', async () => {
  const { username } = await person();
  await setRule(company, true);
  const { browser } = await signIn(username);
  const { secret = '' } = await browser.call('start-two-factor', { password: PASSWORD });
  const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
  expect((await browser.call('confirm-two-factor', { code: wrong })).status).toBe(422);
  expect((await browser.call('session-check')).status).toBe(400);
});

test('open sessions continue; it applies from the next sign-in', async () => {
  const { username } = await person();
  const { browser } = await signIn(username);
  await setRule(company, true);
  expect((await browser.call('get-vehicle-list')).status).toBe(200);
  await browser.call('logout');
  expect((await signIn(username)).answer.secondFactorDue).toBe(true);
});

const due = async (organisationId: number) =>
  (await signIn((await person(organisationId)).username)).answer.secondFactorDue ?? false;

test('it applies to the organisations below, not above or elsewhere, and ends when it is revoked', async () => {
  await setRule(company, true);
  const beside = await addOrganisation(fixture.database, 'Beside');
  expect([await due(company), await due(branch), await due(beside), await due(1)]).toEqual([true, true, false, false]);
  expect(await admin.call('get-organisation-settings', { id: branch })).toMatchObject({
    requireSecondFactor: false,
    secondFactorFromAbove: true,
  });
  expect(await admin.call('get-organisation-settings', { id: company })).toMatchObject({
    requireSecondFactor: true,
    secondFactorFromAbove: false,
  });
  await setRule(company, false);
  expect(await due(branch)).toBe(false);
});

test('nobody turns theirs off when one is required; when omitted, the setting stays', async () => {
  const { username } = await person();
  await setRule(company, true);
  const { browser } = await signIn(username);
  await setUp(browser);
  expect((await browser.call('get-profile')).profile).toMatchObject({ twoFactor: true, twoFactorRequired: true });
  expect((await browser.call('stop-two-factor', { password: PASSWORD })).status).toBe(409);
  await admin.call('save-organisation-settings', { id: company, timeZone: 'UTC', ...noThresholds });
  expect((await browser.call('stop-two-factor', { password: PASSWORD })).status).toBe(409);
  await setRule(company, false);
  expect((await browser.call('stop-two-factor', { password: PASSWORD })).status).toBe(200);
});

test('only a person who may edit the organisation sets it, for the own organisations, and the audit log records who', async () => {
  const { username } = await person();
  const { browser } = await signIn(username);
  const settings = { timeZone: 'UTC', ...noThresholds, requireSecondFactor: true };
  expect((await browser.call('save-organisation-settings', { id: company, ...settings })).status).toBe(404);
  expect((await browser.call('save-organisation-settings', { id: branch, ...settings })).status).toBe(200);
  const { rows } = await admin.call('get-audit-list', {
    subject: 'organisation',
    subjectId: String(branch),
    direction: 'desc',
  });
  expect(rows?.[0]).toMatchObject({ username, action: 'change', after: { requireSecondFactor: true } });
  await setRule(branch, false);
});

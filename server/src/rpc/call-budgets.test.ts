import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { CALLS_A_MINUTE, CallBudgets } from './call-budgets.ts';

const ADDRESS = '192.0.2.77';
const from = { remoteAddress: ADDRESS };
/** Lower than the usual limits, on which the behaviour at the limit does not depend. */
const FEWER = { ...CALLS_A_MINUTE, address: 300 };

let fixture: HttpFixture;
let admin: TestBrowser;
let token: string;
beforeAll(async () => {
  fixture = await httpFixture({ callsAMinute: FEWER });
  admin = await fixture.signedIn();
  token = (await admin.call('create-api-token', { name: 'Script', readOnly: true })).token ?? '';
});
afterAll(() => fixture.close());

/** Makes calls from the same address without a session, with these headers, until the reply changes. */
async function flood(headers: Record<string, string>, body: unknown = { route: 'session-check' }): Promise<number> {
  const outsider = fixture.browser();
  for (let sent = 0; sent <= FEWER.address; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => outsider.post({ body, headers, ...from })));
    if (answers.some((answer) => answer.json().status === 429)) return 429;
  }
  return 0;
}

const answers = async () => {
  const headers = { authorization: `Bearer ${token}` };
  const script = await fixture.browser().post({ body: { route: 'get-vehicle-list' }, headers, ...from });
  return { person: (await admin.call('get-vehicle-list', {}, from)).status, script: script.json().status };
};

// A fixed clock, so that the minute does not end on a slow machine; each test has a minute of its own.
let minute = Math.floor(Date.now() / 60_000) * 60_000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: (minute += 60_000) });
});
afterEach(() => vi.useRealTimers());

test.each([
  ['calls', {}, undefined],
  ['garbage', {}, '{"route":'],
  ['sessions that are none', { cookie: 'milepost_session=stranger' }, undefined],
  ['tokens that are none', { authorization: 'Bearer mp_stranger' }, undefined],
])(
  'a client without a session that floods its address with %s takes nothing from a person or a script there',
  async (_what, headers, body) => {
    expect(await flood({ ...headers }, body)).toBe(429);
    expect(await answers()).toEqual({ person: 200, script: 200 });
    // Other callers without a session are refused, of course.
    const other = await fixture.browser().call('get-csrf-token-preLogin', {}, from);
    expect(other).toMatchObject({ status: 429, retryAfterS: expect.any(Number) });
    expect((await fixture.browser().call('get-csrf-token-preLogin', {}, { remoteAddress: '192.0.2.78' })).status).toBe(
      200,
    );
  },
  60_000,
);

test('a browser in which somebody signed in can sign in again at an address whose budget another client uses up', async () => {
  const known = await fixture.signedIn();
  await known.call('logout', {}, from);
  expect(await flood({})).toBe(429);
  expect((await known.call('get-csrf-token-preLogin', {}, from)).status).toBe(200);
  const headers = { cookie: `milepost_browser=${'x'.repeat(100)}` };
  const forged = await fixture.browser().post({ body: { route: 'session-check' }, headers, ...from });
  expect(forged.json().status).toBe(429);
}, 60_000);

test('a session and a token have separate budgets, which are full again after a minute', async () => {
  let now = 1_700_000_040_000;
  const budgets = new CallBudgets(() => now);
  const session = await caller('session');
  const script = await caller('token');
  const take = (address: string, who: typeof session) => budgets.take(address, `${who.sessionId}`, async () => who);
  for (let i = 0; i < CALLS_A_MINUTE.session; i++) await take(ADDRESS, session);
  await expect(take(ADDRESS, session)).rejects.toMatchObject({ code: 'too-many', retryAfterS: 60 });
  await expect(take('192.0.2.1', session)).rejects.toThrow('Too many requests');
  await expect(take(ADDRESS, script)).resolves.toBe(script);
  now += 45_000;
  await expect(take(ADDRESS, session)).rejects.toMatchObject({ retryAfterS: 15 });
  now += 15_000;
  await expect(take(ADDRESS, session)).resolves.toBe(session);
});

async function caller(kind: 'session' | 'token') {
  const { authenticate, authenticateToken } = await import('../auth/sessions.ts');
  const cookie = `milepost_session=${admin.cookies.get('milepost_session')}`;
  const found = await (kind === 'session'
    ? authenticate(fixture.database, cookie)
    : authenticateToken(fixture.database, token));
  if (!found) throw new Error('nobody is signed in');
  return found;
}

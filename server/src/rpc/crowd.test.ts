import type { AddressInfo } from 'node:net';
import { FIXED_CSRF_VALUE } from '@milepost/contract/constants';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { authenticate, startSession } from '../auth/sessions.ts';
import { derivedToken } from '../auth/tokens.ts';
import { type Database, inTransaction } from '../store/database.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addTracked } from '../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import { CALLS_A_MINUTE, CallBudgets } from './call-budgets.ts';

/**
 * The effect of many browsers behind one link or one person on others, over HTTP, each from the address in a proxy's
 * header.
 */
/** Lower than the usual limits, on which the behaviour at the limit does not depend. */
const FEWER = { ...CALLS_A_MINUTE, address: 600, linkAtAddress: 200 };
let fixture: HttpFixture;
let url: string;
let links: string[];
let userIds: number[];

beforeAll(async () => {
  fixture = await httpFixture({ callsAMinute: FEWER }, { trustedProxies: ['127.0.0.1'] });
  const { database } = fixture;
  const admin = await fixture.signedIn();
  const { vehicleId } = await addTracked(database, { registration: 'SBA 1001' });
  const made = await Promise.all([1, 2].map(() => admin.call('create-share', { vehicleId, hours: 2 })));
  links = made.map(({ token }) => token ?? '');
  const organisationId = await addOrganisation(database, 'Couriers');
  const user = { password: 'not signed in with', organisationId, grants: { vehicles: ['view'] } } satisfies Partial<
    Parameters<typeof addUser>[1]
  >;
  userIds = [];
  for (const username of ['busy', 'quiet']) userIds.push(await addUser(database, { ...user, username }));
  await fixture.app.listen({ host: '127.0.0.1', port: 0 });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is one
  url = `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}/1700000000000.html`;
});
afterAll(() => fixture.close());

// A fixed clock, so that the minute does not end on a slow machine; each test has a minute of its own.
let minute = Math.floor(Date.now() / 60_000) * 60_000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: (minute += 60_000) });
});
afterEach(() => vi.useRealTimers());

async function post(address: string, body: object, headers: Record<string, string> = {}): Promise<number> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'x-csrftoken': FIXED_CSRF_VALUE, 'x-forwarded-for': address, ...headers },
    body: JSON.stringify(body),
  });
  const answer: unknown = await reply.json();
  return typeof answer === 'object' && answer && 'status' in answer ? Number(answer.status) : 0;
}
const follow = (address: string, link = 0) => post(address, { route: 'get-shared-vehicle', token: links[link] });
const toSignIn = (address: string) => post(address, { route: 'get-csrf-token-preLogin' });
const callAs = (session: string, operation: 'get-vehicle-list' | 'session-check') =>
  post(
    '192.0.2.200',
    { route: operation },
    {
      cookie: `milepost_session=${session}`,
      'x-csrftoken': derivedToken(session, 'csrf'),
      'x-xsrf-token': derivedToken(session, 'xsrf'),
    },
  );
const begin = (userId = 0) => startSession(fixture.database, { userId, address: '', userAgent: '' });

/** Blocks reads of a table until `work` is done, as a slow query would. */
function withSlow<Result>(database: Database, table: string, work: () => Promise<Result>): Promise<Result> {
  return inTransaction(database, async (db) => {
    await db.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return work();
  });
}

test("viewers of a link at one address use up the link's budget there, and nobody else's", async () => {
  const viewer = '192.0.2.10';
  expect(await follow(viewer)).toBe(200);
  const answers: number[] = [];
  for (let sent = 1; sent < FEWER.linkAtAddress + 50; sent += 50) {
    answers.push(...(await Promise.all(Array.from({ length: 50 }, () => follow(viewer)))));
  }
  expect(answers.filter((status) => status === 200)).toHaveLength(FEWER.linkAtAddress);
  expect(await follow(viewer)).toBe(429);
  expect(await toSignIn(viewer)).toBe(200);
  expect(await follow('192.0.2.11')).toBe(200);
  expect(await follow(viewer, 1)).toBe(200);
}, 120_000);

test('a client that uses up an address does not stop those who follow a link there', async () => {
  const shared = '192.0.2.20';
  expect(await follow('192.0.2.21')).toBe(200);
  for (let sent = 0; sent <= FEWER.address; sent += 100) {
    await Promise.all(Array.from({ length: 100 }, () => post(shared, { route: 'session-check' })));
  }
  expect(await toSignIn(shared)).toBe(429);
  expect(await follow(shared)).toBe(200);
}, 120_000);

test('all viewers of a link together have a budget; tokens that are no link count by address', () => {
  const budgets = new CallBudgets(() => minute, fixture.services.proved);
  const view = (index: number, link = links[0]) => {
    const address = `198.51.100.${index % 250}`;
    budgets.takeViewer(`address ${address}`, link ?? '', address);
  };
  for (let call = 0; call < CALLS_A_MINUTE.link; call++) view(call);
  expect(() => view(0)).toThrow('Too many requests');
  view(0, links[1]);
  for (let call = 0; call < CALLS_A_MINUTE.address; call++) view(1, `no link ${call}`);
  expect(() => view(1, 'no link')).toThrow('Too many requests');
  expect(() => budgets.takeNobody('address 198.51.100.1')).toThrow('Too many requests');
});

test('while a hundred viewers of a link wait for the database, a person is answered', async () => {
  const session = await begin(userIds[1]);
  expect(await Promise.all([follow('192.0.2.30'), follow('192.0.2.30', 1)])).toEqual([200, 200]);
  const viewers = await withSlow(fixture.database, 'shares', async () => {
    const waiting = Array.from({ length: 100 }, (_, index) => follow(`192.0.2.${31 + index}`, index % 2));
    const unknownViewers = Array.from({ length: 20 }, (_, index) =>
      post(`192.0.2.${150 + index}`, { route: 'get-shared-vehicle', token: `none ${index}` }),
    );
    expect(await callAs(session, 'get-vehicle-list')).toBe(200);
    return { answers: [...waiting, ...unknownViewers] };
  });
  expect(new Set(await Promise.all(viewers.answers))).toEqual(new Set([200]));
});

test('while 25 sessions of one person wait for the database, another person is answered', async () => {
  const busy = await Promise.all(Array.from({ length: 25 }, () => begin(userIds[0])));
  const quiet = await begin(userIds[1]);
  const { answers } = await withSlow(fixture.database, 'vehicles', async () => {
    const slow = busy.flatMap((session) => Array.from({ length: 4 }, () => callAs(session, 'get-vehicle-list')));
    for (let call = 0; call < 5; call++) expect(await callAs(quiet, 'session-check')).toBe(200);
    return { answers: slow };
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
});

test('25 sessions of one person have the budget of one person', async () => {
  const budgets = new CallBudgets(() => minute);
  const token = await begin(userIds[0]);
  const found = await authenticate(fixture.database, `milepost_session=${token}`);
  const as = (userId: number, sessionId: number) =>
    budgets.take('address 192.0.2.1', `${sessionId}`, async () => (found ? { ...found, userId, sessionId } : null));
  for (let call = 0; call < CALLS_A_MINUTE.person; call++) await as(1, call % 25);
  await expect(as(1, 26)).rejects.toMatchObject({ code: 'too-many' });
  await expect(as(2, 27)).resolves.toMatchObject({ userId: 2 });
});

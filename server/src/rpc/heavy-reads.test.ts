import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { createPool } from '../database/pool.ts';
import { CallBudgets } from './call-budgets.ts';
import { dispatch } from './dispatch.ts';
import { FairQueue } from './fair-queue.ts';
import { CallQueue } from './call-queue.ts';
import { ResponseBacklog } from './response-backlog.ts';
import { createHttpApp } from '../http/app.ts';
import { ADMINISTRATOR } from '../store/roles/basic-roles.ts';
import type { Database } from '../store/database.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

/** Heavy reads of some organisations, and their effect on everybody else. */
let fixture: HttpFixture;
let heavy: Pool;
let app: FastifyInstance;
let people: [TestBrowser, ...TestBrowser[]];
let neighbour: TestBrowser;
let holder: PoolClient;

const RANGE = { from: '2026-01-01T00:00:00Z', to: '2026-01-08T00:00:00Z' };

beforeAll(async () => {
  fixture = await httpFixture();
  const { database, services } = fixture;
  heavy = createPool(database.options.connectionString ?? '', services.logger);
  app = await createHttpApp({ ...services, heavy });
  const signIn = async (username: string) => {
    const browser = fixture.browser(app);
    await browser.signIn(username, 'pass-word');
    return browser;
  };
  const add = async (username: string) => {
    const organisationId = await addOrganisation(database, username);
    await addUser(database, { username, password: 'pass-word', organisationId, grants: ADMINISTRATOR.grants });
    return signIn(username);
  };
  people = [await add('one'), await add('two'), await add('three'), await add('four')];
  neighbour = await add('neighbour');
});
afterAll(async () => {
  await app.close();
  await heavy.end();
  await fixture.close();
});

// Reads of trips wait while this lock on their table is held, so they are slow without a clock.
beforeEach(async () => {
  holder = await fixture.database.connect();
  await holder.query('BEGIN; LOCK TABLE trips IN ACCESS EXCLUSIVE MODE');
});
afterEach(async () => {
  await holder.query('ROLLBACK');
  holder.release();
});

/** The number of statements that wait for the table. */
async function stuck(): Promise<number> {
  const { rows } = await fixture.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

test('four people who request four lists of trips each delay no other call, and no sign-in', async () => {
  const lists = people.flatMap((one) => Array.from({ length: 4 }, () => one.call('get-trip-list', RANGE)));
  await expect.poll(stuck).toBeGreaterThan(0);
  // The other calls of these people succeed, too.
  for (const one of [neighbour, ...people]) expect((await one.call('get-vehicle-list', {})).status).toBe(200);
  // Also a heavy read, of a person without earlier ones.
  expect((await neighbour.call('get-fence-map', {})).status).toBe(200);
  const browser = fixture.browser(app);
  await browser.signIn('neighbour', 'pass-word');
  expect(browser.cookies.size).toBeGreaterThan(0);
  await holder.query('ROLLBACK');
  for (const list of await Promise.all(lists)) expect(list.status).toBe(200);
});

test('a read whose reader disconnected is cancelled, and one that waits for its turn never begins', async () => {
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const requests = people.flatMap((one) =>
    Array.from({ length: 4 }, () =>
      fetch(`${address}/1.html`, {
        method: 'POST',
        headers: {
          ...one.headers('session'),
          'content-type': 'application/json',
          cookie: [...one.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          origin: address,
        },
        body: JSON.stringify({ route: 'get-trip-list', ...RANGE }),
        signal: leaving.signal,
      }).then(
        () => 'answered',
        () => 'left',
      ),
    ),
  );
  await expect.poll(stuck).toBeGreaterThan(0);
  leaving.abort();
  expect(new Set(await Promise.all(requests))).toEqual(new Set(['left']));
  // The table is still locked: they ended without a reply.
  await expect.poll(stuck).toBe(0);
  await holder.query('ROLLBACK');
  // A cancelled read leaves nothing behind that would end the reads of others.
  for (const one of people) expect((await one.call('get-trip-list', RANGE)).status).toBe(200);
});

test.each([
  { route: 'get-trip-list', most: 4, ...RANGE },
  { route: 'get-live-updates', most: 4, channel: null, seen: 0, frames: [] },
  { route: 'get-vehicle-choices', most: 8 },
])('a caller who receives no answers of $route has $most, and waits only for themselves', async ({ most, ...body }) => {
  await holder.query('ROLLBACK');
  const { services } = fixture;
  const lines = {
    callQueue: new CallQueue(),
    heavyQueue: new FairQueue(4),
    budgets: new CallBudgets(() => Date.now(), services.proved),
    traceParent: null,
    untaken: new ResponseBacklog(),
  };
  const dispatchAs = (one: TestBrowser, sent: () => Promise<void>) => {
    const headers = one.headers('session');
    return dispatch(services, {
      ...lines,
      body: JSON.stringify(body),
      cookieHeader: [...one.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      authorization: undefined,
      tokens: { csrf: headers['x-csrftoken'], xsrf: headers['x-xsrf-token'] },
      foreign: null,
      client: {
        address: '127.0.0.1',
        userAgent: '',
        loopbackBase: null,
        pageBase: null,
        confirmProxy: () => {},
        cookies: Object.fromEntries(one.cookies),
        gone: () => new AbortController().signal,
        sent,
        sentLong: sent,
        setCookie: () => {},
        clearCookie: () => {},
      },
    });
  };
  const read = Promise.withResolvers<void>();
  const unread = Array.from({ length: most }, () => dispatchAs(people[0], () => read.promise));
  for (const answer of await Promise.all(unread)) expect(answer?.status).toBe(200);
  let answered = false;
  const fifth = dispatchAs(people[0], async () => {}).then(() => (answered = true));
  expect((await dispatchAs(neighbour, async () => {}))?.status).toBe(200);
  expect(answered).toBe(false);
  read.resolve();
  await fifth;
});

test('authentication and heavy reads use separate connections', async () => {
  const connections: string[] = [];
  /** Records the name of the pool for each query of the database. */
  const noting = (name: string, database: Database) =>
    new Proxy(database, {
      get: (target, key) => {
        if (key === 'query' || key === 'connect') connections.push(name);
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  const { services, database } = fixture;
  const noted = await createHttpApp({
    ...services,
    database: noting('calls', database),
    vital: noting('vital', database),
    heavy: noting('heavy', database),
  });
  const browser = fixture.browser(noted);
  await browser.signIn('neighbour', 'pass-word');
  expect((await browser.call('get-setup', {})).status).toBe(200);
  expect(new Set(connections)).toEqual(new Set(['vital']));
  await holder.query('ROLLBACK');
  connections.length = 0;
  expect((await browser.call('get-trip-list', RANGE)).status).toBe(200);
  expect(new Set(connections)).toEqual(new Set(['vital', 'heavy']));
  connections.length = 0;
  expect((await browser.call('get-vehicle-list', {})).status).toBe(200);
  expect(new Set(connections)).toEqual(new Set(['vital', 'calls']));
  await noted.close();
});

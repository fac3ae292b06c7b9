import { OPERATIONS } from '@milepost/contract/operations';
import { expect, test } from 'vitest';
import type { Caller } from '../store/people/callers.ts';
import { type Line, linesOf, linesOfLink, CallQueue } from './call-queue.ts';

const caller = (userId: number, more: Partial<Caller> = {}): Caller => ({
  sessionId: 1,
  token: null,
  userId,
  username: 'a',
  displayName: 'A',
  userType: 'user',
  tenantId: 1,
  roleId: 1,
  priority: 1,
  organisation: 'O',
  language: 'en',
  units: 'metric',
  scope: { organisationId: 1, organisationIds: [1], root: false, limit: null },
  permissions: new Map(),
  ...more,
});
const session = (userId: number, sessionId: number) => linesOf(caller(userId, { sessionId }));
const script = (userId: number, id: number) =>
  linesOf(caller(userId, { sessionId: null, token: { id, name: 't', readOnly: true } }));

const never = () => new Promise<void>(() => {});

/** Work that lasts until it is released, and a count of how much is in progress. */
function slowWork() {
  const queue = new CallQueue();
  const slow = Promise.withResolvers<void>();
  const state = { under: 0 };
  const work = async () => {
    state.under++;
    await slow.promise;
    state.under--;
  };
  return {
    queue,
    state,
    go: slow.resolve,
    fill: (lines: readonly Line[], count: number) => Array.from({ length: count }, () => queue.take(lines, work)),
    next: (lines: readonly Line[]) => queue.take(lines, work),
  };
}

test('four calls of a session run, sixty wait, the next is refused; another person is not delayed', async () => {
  const { queue, state, go, fill, next } = slowWork();
  const mine = fill(session(1, 1), 64);
  await expect(next(session(1, 1))).rejects.toMatchObject({ code: 'too-many' });
  expect(state.under).toBe(4);
  expect(await queue.take(session(2, 2), async () => 'mine')).toBe('mine');
  expect(await queue.take([], async () => 'nobody')).toBe('nobody');
  go();
  await Promise.all(mine);
  expect(state.under).toBe(0);
  expect(await queue.take(session(1, 1), async () => 'again')).toBe('again');
});

test('four calls of all sessions and tokens of a person run, and another person is not delayed', async () => {
  const { queue, state, go, fill } = slowWork();
  const sessions = Array.from({ length: 20 }, (_, index) => fill(session(1, index), 4)).flat();
  const scripts = Array.from({ length: 5 }, (_, index) => fill(script(1, index), 4)).flat();
  await Promise.resolve();
  expect(state.under).toBe(4);
  expect(await queue.take(session(2, 99), async () => 'another')).toBe('another');
  // The person's own next session waits, but only behind four calls of each of the other sessions.
  const own = queue.take(session(1, 99), async () => state.under);
  go();
  await Promise.all([...sessions, ...scripts, own]);
  expect(state.under).toBe(0);
});

test('two reports and four other heavy reads of a person run, and no ordinary call waits for them', async () => {
  const { queue, state, go, fill } = slowWork();
  const reports = [1, 2, 3].flatMap((id) => fill(linesOf(caller(id, { sessionId: id }), OPERATIONS['get-report']), 3));
  await new Promise(setImmediate);
  expect(state.under).toBe(6);
  reports.push(...fill(linesOf(caller(1, { sessionId: 1 }), OPERATIONS['get-trip-list']), 5));
  await new Promise(setImmediate);
  expect(state.under).toBe(8);
  expect(await queue.take(session(1, 1), async () => 'own')).toBe('own');
  expect(await queue.take(session(4, 4), async () => 'another')).toBe('another');
  go();
  await Promise.all(reports);
  expect(state.under).toBe(0);
});

test('five ordinary calls of an organisation run; another one is not delayed', async () => {
  const { queue, state, go, fill } = slowWork();
  const colleagues = [1, 2, 3, 4].flatMap((id) => fill(session(id, id), 4));
  await new Promise(setImmediate);
  expect(state.under).toBe(5);
  const other = { organisationId: 2, organisationIds: [2], root: false, limit: null };
  expect(await queue.take(linesOf(caller(9, { sessionId: 9, scope: other })), async () => 'other')).toBe('other');
  go();
  await Promise.all(colleagues);
});

const branch = (id: number) => ({ organisationId: id, organisationIds: [id], root: false, limit: null });

test('eight calls of a customer run, in any number of branches: connections are left to the others', async () => {
  const { queue, state, go, fill } = slowWork();
  const people = [1, 2, 3, 4, 5, 6].flatMap((id) =>
    fill(linesOf(caller(id, { sessionId: id, scope: branch(10 + (id % 3)) })), 4),
  );
  await new Promise(setImmediate);
  expect(state.under).toBe(8);
  const other = caller(9, { sessionId: 9, tenantId: 2, scope: branch(20) });
  expect(await queue.take(linesOf(other), async () => 'other')).toBe('other');
  go();
  await Promise.all(people);
});

test('proposals of five colleagues leave slots of their organisation to a sixth', async () => {
  const { queue, state, go, fill } = slowWork();
  const proposals = [1, 2, 3, 4, 5].flatMap((id) =>
    fill(linesOf(caller(id, { sessionId: id }), OPERATIONS['propose-spread']), 2),
  );
  await new Promise(setImmediate);
  expect(state.under).toBe(5);
  expect(await queue.take(session(6, 6), async () => 'list')).toBe('list');
  go();
  await Promise.all(proposals);
});

test('two viewers of a link are served concurrently, four of all links; nobody else waits for them', async () => {
  const { queue, state, go, fill, next } = slowWork();
  const viewers = fill(linesOfLink('link a'), 122);
  await expect(next(linesOfLink('link a'))).rejects.toMatchObject({ code: 'too-many' });
  expect(state.under).toBe(2);
  const others = ['b', 'c', 'd'].flatMap((name) => fill(linesOfLink(`link ${name}`), 2));
  await Promise.resolve();
  expect(state.under).toBe(4);
  // Links that may not exist have a queue of their own.
  expect(await queue.take(linesOfLink(null), async () => 'unknown')).toBe('unknown');
  expect(await queue.take(session(1, 1), async () => 'person')).toBe('person');
  go();
  await Promise.all([...viewers, ...others]);
  expect(await queue.take(linesOfLink('link a'), async () => 'again')).toBe('again');
});

test('one photo that drivers send is processed at a time; viewers of deliveries and entries of drivers do not wait for it', async () => {
  const { queue, state, go, fill, next } = slowWork();
  const photos = ['a', 'b', 'c'].flatMap((name) => fill(linesOfLink(`link ${name}`, OPERATIONS['add-stop-photo']), 21));
  await expect(next(linesOfLink('link a', OPERATIONS['add-stop-photo']))).rejects.toMatchObject({ code: 'too-many' });
  await new Promise(setImmediate);
  expect(state.under).toBe(1);
  const others = ['a', 'd', 'e'].map((name) =>
    queue.take(linesOfLink(`link ${name}`, OPERATIONS['get-delivery']), async () => name),
  );
  expect(await Promise.all(others)).toEqual(['a', 'd', 'e']);
  go();
  await Promise.all(photos);
  expect(state.under).toBe(0);
});

test('a slot is free when the work after the result has ended; the result does not wait for it', async () => {
  const queue = new CallQueue();
  const taken = Promise.withResolvers<void>();
  const lines = linesOf(caller(1), OPERATIONS['get-trip-list']);
  const answers = [1, 2, 3, 4].map((answer) =>
    queue.take(
      lines,
      async () => answer,
      () => taken.promise,
    ),
  );
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4]);
  let begun = false;
  const fifth = queue.take(lines, async () => {
    begun = true;
  });
  expect(await queue.take(session(1, 1), async () => 'an ordinary call')).toBe('an ordinary call');
  await new Promise(setImmediate);
  expect(begun).toBe(false);
  taken.resolve();
  await fifth;
  expect(begun).toBe(true);
});

test('a slot is free immediately after work that failed', async () => {
  const queue = new CallQueue();
  for (let call = 0; call < 5; call++) {
    const failed = queue.take(session(1, 1), () => Promise.reject(new Error('no answer')), never);
    await expect(failed).rejects.toThrow('no answer');
  }
});

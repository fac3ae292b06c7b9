import { expect, it } from 'vitest';
import { createOlderQueue } from './older-queue.ts';

it('serves the others before one whose recomputation failed', () => {
  const queue = createOlderQueue();
  for (const id of [1, 2, 3]) queue.add(id, true);
  expect(queue.next(0)).toBe(1);
  queue.postpone(1, 1000);
  expect(queue.next(0)).toBe(2);
  queue.done(2);
  queue.done(3);
  // The installation changed once more meanwhile, so it still waits.
  queue.add(1, true);
  expect(queue.next(999)).toBeUndefined();
  expect(queue.next(1000)).toBe(1);
});

it('skips an unreadable installation until it is settled', () => {
  const queue = createOlderQueue();
  queue.add(1, false);
  queue.add(1, true);
  expect([queue.isUnreadable(1), queue.next(0)]).toEqual([true, undefined]);
  queue.settled(1);
  expect([queue.isUnreadable(1), queue.next(0)]).toEqual([false, 1]);
});

it('leaves out installations that wait only for an upgrade, but not after a change of settings', () => {
  const queue = createOlderQueue();
  queue.add(1, true, true);
  queue.add(2, true, true);
  const next = (upgrades: boolean) => queue.next(0, undefined, upgrades);
  expect([next(false), next(true), queue.isPaced(1)]).toEqual([undefined, 1, true]);
  queue.add(2, true);
  // A later look into the database does not take the request back.
  queue.add(2, true, true);
  expect([next(false), queue.isPaced(2)]).toEqual([2, false]);
});

it('knows when its pause ends, so that vehicles with little history do not wait for the next look', () => {
  const queue = createOlderQueue();
  queue.add(1, true);
  queue.add(2, true);
  expect(queue.restMs(1000)).toBe(Infinity);
  queue.done(1);
  queue.rest(1000, 40);
  expect([queue.restMs(1000), queue.restMs(1030), queue.restMs(1040)]).toEqual([40, 10, Infinity]);
  expect([queue.next(1039), queue.next(1040)]).toEqual([undefined, 2]);
  queue.rest(2000, 40);
  queue.done(2);
  expect(queue.restMs(2000)).toBe(Infinity);
});

it('gives an installation to one worker only', () => {
  const queue = createOlderQueue();
  queue.add(1, true);
  queue.add(2, true);
  const next = (...underWay: number[]) =>
    queue.next(0, undefined, true, new Map(underWay.map((id) => [id, Promise.resolve()])));
  expect([next(), next(1), next(1, 2)]).toEqual([1, 2, undefined]);
});

it('recomputes from the earliest day that an operator requested, at the pace of the operator', () => {
  const queue = createOlderQueue();
  queue.request(1, { since: 2000, number: 7 });
  queue.request(1, { since: 3000, number: 8 });
  expect([queue.wanted(1), queue.isPaced(1), queue.next(0, undefined, false)]).toEqual([
    { since: 2000, request: 8 },
    true,
    undefined,
  ]);
  // An earlier day is requested while it is recomputed from the former one on.
  queue.request(1, { since: 1000, number: 9 });
  queue.done(1, 2000);
  expect(queue.next(0)).toBe(1);
  // All of it: after a change of settings.
  queue.add(1, true);
  queue.done(1, 1000);
  expect([queue.wanted(1), queue.next(0, undefined, false)]).toEqual([{ since: -Infinity, request: 9 }, 1]);
  queue.done(1);
  expect(queue.size()).toBe(0);
});

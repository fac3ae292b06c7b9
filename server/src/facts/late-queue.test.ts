import { expect, it } from 'vitest';
import { createLateQueue } from './late-queue.ts';

/** A queue with a settable clock, and the seconds at which it returned something. */
function queueAt() {
  let now = 0;
  const queue = createLateQueue(() => now);
  const set = (second: number) => {
    now = second * 1000;
    return queue.take(now);
  };
  return { queue, set };
}

it('waits until no late report has arrived for two seconds', () => {
  const { queue, set } = queueAt();
  queue.add(1, 5000);
  expect(set(1)).toBeUndefined();
  queue.add(1, 4000);
  expect(set(2.9)).toBeUndefined();
  expect(set(3)).toEqual({ installationId: 1, lateAt: 4000 });
  expect(set(99)).toBeUndefined();
});

it('waits at most half a minute: a backlog of one minute, newest first, is recomputed twice', () => {
  const { queue, set } = queueAt();
  const taken = [];
  for (let tenth = 0; tenth < 600; tenth += 1) {
    const due = set(tenth / 10);
    if (due) taken.push(tenth / 10);
    queue.add(1, 1_000_000 - tenth);
  }
  expect(taken).toEqual([30]);
  expect(set(61)).toEqual({ installationId: 1, lateAt: 1_000_000 - 599 });
});

it('starts installations that are only behind immediately, and pauses those that were just recomputed', () => {
  const { queue, set } = queueAt();
  queue.add(1, Infinity);
  expect(queue.waiting(1)).toBe(Infinity);
  expect(set(0)).toEqual({ installationId: 1, lateAt: Infinity });
  queue.rest(1, 0, 30_000);
  queue.add(1, 7);
  queue.add(2, Infinity);
  expect(set(20)).toEqual({ installationId: 2, lateAt: Infinity });
  expect(set(29)).toBeUndefined();
  expect(queue.size()).toBe(1);
  expect(set(30)).toEqual({ installationId: 1, lateAt: 7 });
});

it('selects the cheapest of the due installations, and of equally cheap ones the one that waits longest', () => {
  const { queue } = queueAt();
  for (const id of [1, 2, 3, 4]) queue.add(id, Infinity);
  const costs = new Map([
    [1, 900],
    [2, 20],
    [3, 900],
    [4, 20],
  ]);
  const order = [1, 2, 3, 4].map(() => queue.take(0, (id) => costs.get(id) ?? 0)?.installationId);
  expect(order).toEqual([2, 4, 1, 3]);
});

import { expect, test } from 'vitest';
import { CallerGone } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';

const here = new AbortController().signal;

/** A queue with a clock of its own, and reads that last until they are ended. */
function fairQueue(atOnce: number) {
  const clock = { now: 0 };
  const queue = new FairQueue(atOnce, () => clock.now);
  const running: { name: string; end: () => void }[] = [];
  const names = () => running.map(({ name }) => name);
  const enqueue = (organisationId: number, name: string, gone = here) =>
    queue.take(organisationId, gone, () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      running.push({ name, end: () => resolve(name) });
      return promise;
    });
  /** The time that the read took. */
  const end = async (name: string, ms = 2000) => {
    clock.now += ms;
    const at = running.findIndex((one) => one.name === name);
    running.splice(at, 1)[0]?.end();
    await new Promise(setImmediate);
  };
  return { clock, queue, enqueue, end, names };
}

test('the last slot is for customers with a low cost: a hundred reads of one organisation leave room for another', async () => {
  const { enqueue, names } = fairQueue(3);
  for (let at = 0; at < 100; at += 1) void enqueue(1, `a${at}`);
  expect(names()).toEqual(['a0', 'a1']);
  void enqueue(2, 'b');
  expect(names()).toEqual(['a0', 'a1', 'b']);
});

test('reads that turn out to be long use only the other slots, of any number of organisations', async () => {
  const { clock, queue, enqueue, names } = fairQueue(3);
  for (const organisation of [1, 2, 3, 4]) void enqueue(organisation, `long ${organisation}`);
  expect(names()).toEqual(['long 1', 'long 2', 'long 3']);
  clock.now += 1500;
  queue.look();
  await new Promise(setImmediate);
  expect(names()).toEqual(['long 1', 'long 2', 'long 3', 'long 4']);
  void enqueue(5, 'small');
  expect(names()).toHaveLength(4);
  clock.now += 1500;
  queue.look();
  await new Promise(setImmediate);
  expect(names().at(-1)).toBe('small');
});

test('never more than twice as many', async () => {
  const { clock, queue, enqueue, names } = fairQueue(2);
  for (let organisation = 0; organisation < 20; organisation += 1) void enqueue(organisation, `${organisation}`);
  for (let at = 0; at < 10; at += 1) {
    clock.now += 1500;
    queue.look();
    await new Promise(setImmediate);
  }
  expect(names()).toHaveLength(4);
});

test('organisations with a high recent cost leave the last slot, also together', async () => {
  const { enqueue, end, names } = fairQueue(3);
  for (const organisation of [1, 2, 3, 4]) {
    void enqueue(organisation, `once ${organisation}`);
    await end(`once ${organisation}`, 5000);
  }
  for (const organisation of [1, 2, 3, 4]) void enqueue(organisation, `again ${organisation}`);
  expect(names()).toEqual(['again 1', 'again 2']);
  void enqueue(5, 'small');
  expect(names()).toEqual(['again 1', 'again 2', 'small']);
});

test('a free slot goes to the organisation with the lowest recent cost, not to the first one', async () => {
  const { enqueue, end, names } = fairQueue(2);
  void enqueue(1, 'a1');
  void enqueue(2, 'b1');
  void enqueue(1, 'a2');
  void enqueue(1, 'a3');
  void enqueue(3, 'c1');
  await end('a1');
  expect(names()).toEqual(['b1', 'c1']);
  await end('b1');
  // Both waiting reads have the same cost, but the second slot is reserved for customers with a low cost.
  expect(names()).toEqual(['c1']);
  await end('c1');
  expect(names()).toEqual(['a2']);
});

test('an old cost is forgotten', async () => {
  const { clock, enqueue, end, names } = fairQueue(2);
  void enqueue(1, 'a1');
  await end('a1', 20_000);
  clock.now += 60_000;
  void enqueue(2, 'b1');
  void enqueue(1, 'a2');
  expect(names()).toEqual(['b1', 'a2']);
});

test('a caller who disconnected leaves the queue, and the work does not run', async () => {
  const { enqueue, end, names } = fairQueue(2);
  void enqueue(1, 'a1');
  const leaving = new AbortController();
  const left = enqueue(1, 'a2', leaving.signal);
  void enqueue(1, 'a3');
  leaving.abort();
  await expect(left).rejects.toBeInstanceOf(CallerGone);
  await expect(enqueue(1, 'a4', leaving.signal)).rejects.toBeInstanceOf(CallerGone);
  await end('a1', 10);
  expect(names()).toEqual(['a3']);
});

test("a limited number of one organisation wait, the next is refused; another organisation's is not", async () => {
  const { enqueue, names } = fairQueue(3);
  const waiting = Array.from({ length: 202 }, (_, at) => enqueue(1, `a${at}`));
  await expect(enqueue(1, 'too many')).rejects.toMatchObject({ code: 'too-many' });
  void enqueue(2, 'b');
  expect(names()).toEqual(['a0', 'a1', 'b']);
  expect(waiting).toHaveLength(202);
});

test('failed work gives its slot to the next', async () => {
  const { queue, enqueue, names } = fairQueue(2);
  await expect(queue.take(1, here, async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  void enqueue(1, 'a');
  expect(names()).toEqual(['a']);
});

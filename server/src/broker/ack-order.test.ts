import { expect, test } from 'vitest';
import { AckOrder, STUCK_AFTER_MS } from './ack-order.ts';

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test('acknowledgements are sent in the order of their messages', async () => {
  const sent: number[][] = [];
  const acks = new AckOrder((bytes) => sent.push([...bytes]));
  const [first, second, third] = [1, 2, 3].map((id) => acks.expect(Uint8Array.of(id), 100, 0));
  second?.();
  await nextTick();
  expect(sent).toEqual([]);
  expect([acks.messages, acks.bytes]).toEqual([3, 300]);
  first?.();
  await nextTick();
  expect(sent).toEqual([[1, 2]]);
  third?.();
  await nextTick();
  expect([acks.messages, acks.bytes]).toEqual([0, 0]);
});

test('a message that is not stored although later ones are is skipped after a minute', async () => {
  const sent: number[][] = [];
  const acks = new AckOrder((bytes) => sent.push([...bytes]));
  acks.expect(Uint8Array.of(1), 1, 0);
  // While the database is unavailable nothing is stored, and nothing is skipped.
  expect(acks.skipStuck(STUCK_AFTER_MS)).toBe(0);
  acks.expect(Uint8Array.of(2), 1, 0)();
  acks.expect(Uint8Array.of(3), 1, 0);
  await nextTick();
  expect(acks.skipStuck(STUCK_AFTER_MS - 1)).toBe(0);
  expect(sent).toEqual([]);
  expect(acks.skipStuck(STUCK_AFTER_MS)).toBe(1);
  expect(sent).toEqual([[2]]);
  expect(acks.messages).toBe(1);
});

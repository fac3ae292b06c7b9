import { expect, test } from 'vitest';
import type { Message } from '@milepost/protocols/types';
import type { Submission } from './batch.ts';
import { createSubmissionQueue } from './submission-queue.ts';

const MB = 1024 * 1024;
const message: Message = { kind: 'report', deviceTime: null, fix: null, attributes: {} };

/** `receivedAt` is a serial number. */
const submission = (deviceId: number, number: number, messages = 1, bytes = 1000): Submission => ({
  deviceId,
  messages: Array.from({ length: messages }, () => message),
  bytes,
  receivedAt: number,
  onStored: () => {},
});
const numbers = (taken: readonly Submission[], deviceId: number) =>
  taken.filter((one) => one.deviceId === deviceId).map((one) => one.receivedAt);

test('a device that sent thousands has a quarter of a batch, and others have the rest', () => {
  const queue = createSubmissionQueue();
  for (let number = 0; number < 3000; number++) queue.add(submission(1, number));
  queue.add(submission(2, 0));
  const first = queue.take();
  expect(numbers(first, 2)).toEqual([0]);
  // No other device waits, so it gets the rest of the batch of 2,000.
  expect(first).toHaveLength(2000);
  expect(numbers(first, 1)).toEqual(Array.from({ length: 1999 }, (_, index) => index));
  for (let number = 0; number < 1800; number++) queue.add(submission(3 + (number % 4), number));
  const second = queue.take();
  expect(numbers(second, 1)).toEqual(Array.from({ length: 500 }, (_, index) => 1999 + index));
  expect(second).toHaveLength(2000);
});

test('reports of a device stay in order, whatever is skipped', () => {
  const queue = createSubmissionQueue();
  // Alternately heavy and light submissions, of three devices.
  for (let number = 0; number < 60; number++) {
    queue.add(submission(number % 3, number, 1, number % 2 ? 500_000 : 1000));
  }
  const all: Submission[] = [];
  while (!queue.isEmpty()) {
    const taken = queue.take();
    expect(taken.length).toBeGreaterThan(0);
    all.push(...taken);
  }
  expect(all).toHaveLength(60);
  for (const device of [0, 1, 2]) {
    expect(numbers(all, device)).toEqual(numbers(all, device).toSorted((a, b) => a - b));
  }
});

test('heavy frames get a small part of a batch, from any number of devices', () => {
  const queue = createSubmissionQueue();
  for (let device = 0; device < 20; device++) queue.add(submission(device, 0, 1, 800_000));
  queue.add(submission(100, 0));
  const first = queue.take();
  // The second exceeds 1 MB; after it no more are taken.
  expect(first.filter((one) => one.bytes === 800_000)).toHaveLength(2);
  expect(numbers(first, 100)).toEqual([0]);
  expect(queue.take()).toHaveLength(2);
});

test('callers wait when there are too many bytes in few messages', () => {
  const queue = createSubmissionQueue();
  const signals: boolean[] = [];
  queue.onPressure((full) => signals.push(full));
  for (let device = 0; device < 64; device++) queue.add(submission(device, 0, 1, MB));
  expect([queue.full(), queue.waiting()]).toEqual([true, { messages: 64, bytes: 64 * MB }]);
  while (!queue.isEmpty()) queue.done(queue.take());
  expect(signals).toEqual([true, false]);
  expect(queue.waiting()).toEqual({ messages: 0, bytes: 0 });
});

test('a device with more than its share waits alone, until some of it is stored', async () => {
  const queue = createSubmissionQueue();
  for (let number = 0; number < 3; number++) queue.add(submission(1, number, 1, 800_000));
  queue.add(submission(2, 0));
  expect([queue.full(), queue.crowded(1), queue.crowded(2)]).toEqual([false, true, false]);
  let room = false;
  const waiting = queue.whenRoom(1).then(() => (room = true));
  await queue.whenRoom(2);
  expect(room).toBe(false);
  queue.done(queue.take());
  await waiting;
  expect(queue.crowded(1)).toBe(false);
});

import type { Message } from '@milepost/protocols/types';
import { afterEach, expect, it, vi } from 'vitest';
import { createKnockBook } from './knock-book.ts';

afterEach(() => vi.useRealTimers());

const said = (messages: Message[] = []) => ({ identities: [], messages });
const report = (): Message => ({ kind: 'report', deviceTime: null, fix: null, attributes: { odometerM: 1 } });

it('keeps the 2,000 that knocked last, connected or not; one that was dropped is back with its next frame', () => {
  vi.useFakeTimers();
  const book = createKnockBook();
  const entries = Array.from({ length: 2001 }, (_, index) => {
    const entry = book.open('gt06', 'tcp', `10.0.0.1:${index}`);
    entry.identify(`device-${index}`);
    entry.frame(Buffer.from([index & 255]), said(), index);
    return entry;
  });
  const identities = () => book.list().map((knock) => knock.identity);
  expect(identities()).toHaveLength(2000);
  expect(identities()).not.toContain('device-0');
  vi.advanceTimersByTime(1000);
  entries[0]?.frame(Buffer.from([1]), said(), 5000);
  expect(identities()[0]).toBe('device-0');
  expect(identities()).toHaveLength(2000);
  book.close();
});

it('keeps of a large frame only what it shows', () => {
  vi.useFakeTimers();
  const book = createKnockBook();
  const entry = book.open('osmand', 'http', '10.0.0.1');
  entry.identify('phone');
  entry.frame(`GET /?${'x'.repeat(60_000)}`, said(Array.from({ length: 1000 }, report)), 1);
  vi.advanceTimersByTime(1000);
  const [knock] = book.inFull(book.list());
  expect(knock?.lastFrame?.data).toHaveLength(1000);
  expect(knock?.decoded?.messages).toHaveLength(20);
  // Put into words from all of it.
  expect(knock?.decoded?.summary).toBe('1000 × report');
  book.close();
});

it('tells of the largest frames in a few kilobytes, and keeps no more of thousands at once', () => {
  vi.useFakeTimers();
  const book = createKnockBook();
  const attributes = Object.fromEntries(Array.from({ length: 8000 }, (_, index) => [`io${index}`, 'x'.repeat(500)]));
  const messages = Array.from({ length: 30 }, (): Message => ({ ...report(), attributes, text: 'y'.repeat(5000) }));
  let read = 0;
  const large = new Proxy(messages, {
    get: (target, name, receiver): unknown => {
      read++;
      return Reflect.get(target, name, receiver);
    },
  });
  for (let index = 0; index < 20; index++) {
    const entry = book.open('teltonika', 'tcp', `10.0.0.1:${index}`);
    entry.identify(`device-${index}`);
    entry.frame(new Uint8Array(32_000), said(large), index);
  }
  // Some were put into words though no time has passed: 20 frames of 32 kB are more than are kept whole.
  expect(read).toBeGreaterThan(0);
  vi.advanceTimersByTime(1000);
  const [knock] = book.list();
  expect(JSON.stringify(knock).length).toBeLessThan(60_000);
  expect(Object.keys(knock?.decoded?.messages[0]?.attributes ?? {}).length).toBeGreaterThan(10);
  book.close();
});

import { expect, test } from 'vitest';
import { UnknownDeviceRate } from './unknown-device-rate.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const KB = 1024;

test('one network is read at 512 kB a second, all together at 1 MB', () => {
  const rate = new UnknownDeviceRate();
  rate.wait('a', 51.2 * KB, NOON);
  expect(rate.wait('a', 512 * KB, NOON)).toBe(1000);
  expect(rate.wait('b', 51.2 * KB, NOON)).toBe(500);
  expect(rate.wait('a', 0, NOON + 1000)).toBe(0);
});

test('a network that owes more than five seconds is refused; others are not', () => {
  const rate = new UnknownDeviceRate();
  rate.wait('a', 3072 * KB, NOON);
  expect(rate.exhausted('a', NOON)).toBe(true);
  expect(rate.wait('a', 1, NOON)).toBeNull();
  expect(rate.exhausted('b', NOON)).toBe(false);
  expect(rate.wait('b', 1, NOON)).toBeGreaterThan(0);
  expect(rate.exhausted('a', NOON + 2000)).toBe(false);
});

test('datagrams, which cannot wait, are accepted while there is room', () => {
  const rate = new UnknownDeviceRate();
  const allowed = Array.from({ length: 20 }, () => rate.allow('a', 16_384, NOON)).filter(Boolean).length;
  // A tenth of a second of 512 kB is 3.2 datagrams: the fourth overdraws the bucket.
  expect(allowed).toBe(4);
  expect(rate.allow('b', 16_384, NOON)).toBe(true);
  expect(rate.allow('a', 16_384, NOON + 1000)).toBe(true);
});

test('work that takes longer than its bytes explain counts more', () => {
  const rate = new UnknownDeviceRate();
  rate.wait('a', 100, NOON);
  for (let count = 0; count < 5; count++) rate.took('a', 100, 21, NOON);
  // 20 ms each at 20 kB/ms: 2 MB at 512 kB/s, less the burst of a tenth of a second.
  expect(rate.wait('a', 0, NOON)).toBeGreaterThan(3600);
  expect(rate.wait('a', 0, NOON)).toBeLessThan(3800);
});

test('crafted bytes that take long are charged', () => {
  const rate = new UnknownDeviceRate();
  rate.wait('a', 100, NOON);
  rate.took('a', 100, 190, NOON);
  // 100 ms at 20 kB/ms: 2 MB at 512 kB/s, less the burst of a tenth of a second; others wait half as long.
  expect(rate.wait('a', 0, NOON)).toBeGreaterThan(3600);
  expect(rate.wait('a', 0, NOON)).toBeLessThan(3900);
  expect(rate.wait('b', 0, NOON)).toBeLessThan(2000);
});

test('some requests of a network that has sent too much are still read, at 16 kB a second', () => {
  const rate = new UnknownDeviceRate();
  const spared = (network: string, bytes: number, now: number) =>
    Array.from({ length: 2000 }, () => rate.spare(network, bytes, now)).filter(Boolean).length;
  // A burst of four seconds.
  expect(spared('a', 200, NOON)).toBe(256);
  expect(spared('a', 200, NOON + 1000)).toBe(64);
  expect(spared('a', 1024, NOON + 2000)).toBe(16);
  expect(rate.spare('b', 60_000, NOON + 2000)).toBe(true);
  expect(rate.spare('b', 60_000, NOON + 2000)).toBe(false);
});

import { expect, it } from 'vitest';
import { ProbeLimit } from './probe-limit.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const SECOND = 1000;
const HOUR = 3_600_000;

/** Probes unknown identities as fast as allowed. Returns how many got a true answer. */
function probe(limit: ProbeLimit, network: string, from: number, to: number, everyMs: number): number {
  let answered = 0;
  for (let now = from; now < to; now += everyMs) {
    const identity = `guess-${now}`;
    if (!limit.mayProbe(network, identity, false, now)) continue;
    limit.missed(network, identity, false, now);
    answered++;
  }
  return answered;
}

it('answers a burst of ten, then one every six seconds, then ever fewer', () => {
  const limit = new ProbeLimit();
  expect(probe(limit, 'a', NOW, NOW + SECOND, 1)).toBe(10);
  expect(limit.isProbedFrom('a', NOW + SECOND)).toBe(true);
  expect(probe(limit, 'a', NOW + SECOND, NOW + 60 * SECOND, 100)).toBe(9);
  const day = probe(limit, 'a', NOW + 60 * SECOND, NOW + 24 * HOUR, SECOND);
  expect(day).toBeGreaterThan(100);
  expect(day).toBeLessThan(600);
  expect(limit.list(NOW + 24 * HOUR)[0]).toMatchObject({ network: 'a' });
  // Other networks are not affected.
  expect(limit.mayProbe('b', 'somebody', false, NOW + 24 * HOUR)).toBe(true);
  expect(limit.isProbedFrom('b', NOW + 24 * HOUR)).toBe(false);
});

it('is not changed by refused probes: they neither reveal anything nor delay neighbours', () => {
  const limit = new ProbeLimit();
  probe(limit, 'home', NOW, NOW + SECOND, 10);
  for (let index = 0; index < 100_000; index++) limit.refused('home', NOW + SECOND);
  limit.putOff('home', 7, NOW + SECOND);
  expect(limit.mayProbe('home', 'one-more', true, NOW + 5 * SECOND)).toBe(false);
  expect(limit.mayProbe('home', 'one-more', true, NOW + 7 * SECOND)).toBe(true);
});

it('reports the number of waiting known devices until nobody probes there', () => {
  const limit = new ProbeLimit();
  probe(limit, 'home', NOW, NOW + SECOND, 10);
  for (const device of [7, 8, 7]) limit.putOff('home', device, NOW + SECOND);
  expect(limit.list(NOW + SECOND)).toMatchObject([{ network: 'home', misses: 10, waiting: 2 }]);
  expect(limit.list(NOW + 8 * SECOND)).toMatchObject([{ network: 'home', waiting: 0 }]);
});

it('counts a device that keeps retrying once', () => {
  const limit = new ProbeLimit();
  for (let second = 0; second < 600; second++) {
    const now = NOW + second * SECOND;
    for (const identity of ['phone-1', 'phone-2', 'phone-3']) {
      expect(limit.mayProbe('office', identity, false, now)).toBe(true);
      limit.missed('office', identity, false, now);
    }
  }
  expect(limit.list(NOW)).toEqual([]);
});

it('limits all networks together, but not those from which known devices report', () => {
  const limit = new ProbeLimit();
  let answered = 0;
  for (let network = 0; network < 2000; network++) answered += probe(limit, `bot-${network}`, NOW, NOW + 5, 1);
  expect(answered).toBeLessThan(700);
  expect(limit.mayProbe('fresh', 'anybody', false, NOW + 5)).toBe(false);
  expect(limit.mayProbe('operator', 'newcomer', true, NOW + 5)).toBe(true);
  expect(limit.mayProbe('fresh', 'anybody', false, NOW + 10 * SECOND)).toBe(true);
});

it('retains an active prober despite all networks that follow', () => {
  const limit = new ProbeLimit();
  probe(limit, 'eager', NOW, NOW + SECOND, 10);
  for (let network = 0; network < 12_000; network++) {
    limit.missed(`other-${network}`, 'newcomer', true, NOW + SECOND);
    limit.refused('eager', NOW + SECOND);
  }
  expect(limit.mayProbe('eager', 'one-more', true, NOW + SECOND)).toBe(false);
});

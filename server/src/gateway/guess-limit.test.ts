import { expect, it } from 'vitest';
import { GuessLimit } from './guess-limit.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const SECOND = 1000;
const HOUR = 3_600_000;

/** Asks for identities nobody has as fast as it may; returns how many got an answer. */
function guess(limit: GuessLimit, network: string, from: number, to: number, everyMs: number): number {
  let answered = 0;
  for (let now = from; now < to; now += everyMs) {
    const identity = `guess-${now}`;
    if (!limit.mayAsk(network, identity, now)) continue;
    limit.missed(network, identity, now);
    answered++;
  }
  return answered;
}

it('answers ten at once, then one in six seconds, then ever fewer', () => {
  const limit = new GuessLimit();
  expect(guess(limit, 'a', NOW, NOW + SECOND, 1)).toBe(10);
  expect(guess(limit, 'a', NOW + SECOND, NOW + 60 * SECOND, 100)).toBe(9);
  const day = guess(limit, 'a', NOW + 60 * SECOND, NOW + 24 * HOUR, SECOND);
  expect(day).toBeGreaterThan(100);
  expect(day).toBeLessThan(600);
  expect(limit.list(NOW + 24 * HOUR)[0]).toMatchObject({ network: 'a' });
  // Others do not notice.
  expect(limit.mayAsk('b', 'somebody', NOW + 24 * HOUR)).toBe(true);
});

it('treats what is known elsewhere like what nobody knows, and lets who reported from there pass', () => {
  const limit = new GuessLimit();
  limit.proved('cgnat', 'neighbour', NOW);
  guess(limit, 'cgnat', NOW, NOW + SECOND, 10);
  expect(limit.mayAsk('cgnat', 'known-elsewhere', NOW + SECOND)).toBe(false);
  expect(limit.mayAsk('cgnat', 'unknown', NOW + SECOND)).toBe(false);
  expect(limit.mayAsk('cgnat', 'neighbour', NOW + SECOND)).toBe(true);
});

it('counts a device that goes on asking once', () => {
  const limit = new GuessLimit();
  for (let second = 0; second < 600; second++) {
    const now = NOW + second * SECOND;
    for (const identity of ['phone-1', 'phone-2', 'phone-3']) {
      expect(limit.mayAsk('office', identity, now)).toBe(true);
      limit.missed('office', identity, now);
    }
  }
  expect(limit.list(NOW)).toEqual([]);
});

it('limits all networks together, but not those that known devices report from', () => {
  const limit = new GuessLimit();
  limit.proved('operator', 'tracker', NOW);
  let answered = 0;
  for (let network = 0; network < 2000; network++) answered += guess(limit, `bot-${network}`, NOW, NOW + 5, 1);
  expect(answered).toBeLessThan(700);
  expect(limit.mayAsk('fresh', 'anybody', NOW + 5)).toBe(false);
  expect(limit.mayAsk('operator', 'newcomer', NOW + 5)).toBe(true);
  expect(limit.mayAsk('fresh', 'anybody', NOW + 10 * SECOND)).toBe(true);
});

it('lets forged datagrams use up nothing that devices with a connection need on a network of their own', () => {
  const limit = new GuessLimit();
  for (let index = 0; index < 2000; index++) limit.missed(`forged-${index}`, `guess-${index}`, NOW, 'datagram');
  expect(limit.mayAsk('fresh', 'anybody', NOW, 'datagram')).toBe(false);
  expect(limit.mayAsk('fresh', 'anybody', NOW)).toBe(true);
});

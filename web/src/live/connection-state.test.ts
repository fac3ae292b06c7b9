import { expect, test } from 'vitest';
import { connectionState } from './connection-state.ts';

const NOW = 1_000_000;

test('shows when it retries, in whole seconds rounded up', () => {
  const phase = { name: 'waiting', retryAt: NOW + 3400 } as const;
  expect(connectionState(phase, NOW - 2000, true, NOW)).toEqual({ kind: 'reconnecting', inS: 4 });
});

test('after 30 s without data it is offline, whatever is being tried', () => {
  expect(connectionState({ name: 'connecting' }, NOW - 30_001, true, NOW).kind).toBe('offline');
  expect(connectionState({ name: 'waiting', retryAt: NOW }, NOW - 30_001, true, NOW).kind).toBe('offline');
  expect(connectionState({ name: 'connecting' }, NOW - 29_999, true, NOW).kind).toBe('connecting');
});

test('without a network it is offline immediately', () => {
  expect(connectionState({ name: 'connecting' }, 0, false, NOW)).toEqual({ kind: 'offline', lastFrameAt: null });
});

test('a live connection by calls is live, and marked as such', () => {
  const phase = { name: 'live', by: 'calls' } as const;
  expect(connectionState(phase, NOW, true, NOW)).toEqual({ kind: 'live', byCalls: true });
});

test('a live connection is live, however quiet the fleet', () => {
  expect(connectionState({ name: 'live' }, NOW - 60_000, true, NOW)).toEqual({ kind: 'live' });
});

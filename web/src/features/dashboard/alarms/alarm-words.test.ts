import { expect, test } from 'vitest';
import { stateOf } from './alarm-words.ts';

test('there are four states', () => {
  const at = '2026-02-01T10:00:00.000Z';
  expect(stateOf({ clearedAt: null, acknowledgedAt: null })).toBe('waiting');
  expect(stateOf({ clearedAt: null, acknowledgedAt: at })).toBe('acknowledged');
  expect(stateOf({ clearedAt: at, acknowledgedAt: null })).toBe('cleared-unseen');
  expect(stateOf({ clearedAt: at, acknowledgedAt: at })).toBe('cleared');
});

import { expect, test } from 'vitest';
import { isOverdue } from './overdue.ts';

const START = Date.parse('2026-02-01T10:00:00Z');
const MINUTE = 60_000;
const waiting = { start: new Date(START).toISOString(), clearedAt: null, acknowledgedAt: null };

test.each([
  ['critical', 2],
  ['major', 10],
  ['minor', 30],
  ['warning', 120],
] as const)('a %s alarm may wait for %i minutes and no longer', (severity, minutes) => {
  const alarm = { ...waiting, severity };
  expect(isOverdue(alarm, START + minutes * MINUTE)).toBe(false);
  expect(isOverdue(alarm, START + minutes * MINUTE + 1)).toBe(true);
});

test('an acknowledged or cleared alarm is not overdue', () => {
  const [severity, at] = ['critical', waiting.start] as const;
  const later = START + 60 * MINUTE;
  expect(isOverdue({ ...waiting, severity, acknowledgedAt: at }, later)).toBe(false);
  expect(isOverdue({ ...waiting, severity, clearedAt: at }, later)).toBe(false);
});

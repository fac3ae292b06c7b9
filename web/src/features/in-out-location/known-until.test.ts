import { expect, test } from 'vitest';
import { knownUntil } from './known-until.ts';

const start = '2026-03-02T10:00:00Z';
const NOW = Date.parse('2026-03-02T12:00:00Z');

test.each([
  ['it ended', { end: '2026-03-02T10:30:00Z', heardAt: null }, '2026-03-02T10:30:00Z'],
  ['it goes on', { end: null, heardAt: null }, '2026-03-02T12:00:00Z'],
  ['it has been silent since', { end: null, heardAt: '2026-03-02T11:00:00Z' }, '2026-03-02T11:00:00Z'],
  ['it was silent before the geofence was drawn', { end: null, heardAt: '2026-03-02T07:00:00Z' }, start],
])('%s', (_what, visit, until) => {
  expect(knownUntil({ start, ...visit }, NOW)).toBe(Date.parse(until));
});

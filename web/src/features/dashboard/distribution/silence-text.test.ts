import { beforeAll, expect, test } from 'vitest';
import { i18n, loadTexts, startTexts } from '../../../text/i18n.ts';
import { silenceText } from './silence-text.ts';

const NOW = Date.parse('2026-11-27T15:00:00Z');

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});

const run = (ago: number | null, state: 'late' | 'under-way' | 'done' | 'ahead' = 'late') => ({
  vehicle: { id: 1, name: 'SBA 1001' },
  state,
  whereabouts: ago === null ? null : { lat: 0, lon: 0, at: new Date(NOW - ago * 60_000).toISOString() },
});
const text = (one: Parameters<typeof silenceText>[1]) => silenceText(i18n.t, one, NOW);

test('a run that seems late while its vehicle is silent has a note; one with a reporting vehicle does not', () => {
  expect(text(run(25))).toMatch(/^Last position /);
  expect(text(run(null))).toBe('No position from the vehicle yet');
  expect(text(run(5))).toBeNull();
  expect(text(run(25, 'under-way'))).toMatch(/^Last position /);
});

test('a run that is ahead, over, or without a vehicle has no note', () => {
  expect([text(run(25, 'ahead')), text(run(null, 'done')), text({ ...run(null), vehicle: null })]).toEqual([
    null,
    null,
    null,
  ]);
});

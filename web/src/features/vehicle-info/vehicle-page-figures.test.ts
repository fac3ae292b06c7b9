import { beforeAll, expect, test } from 'vitest';
import { i18n, loadTexts, startTexts } from '../../text/i18n.ts';
import { timesOf } from './vehicle-page-figures.tsx';
import { sumOf } from './vehicle-sums.ts';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});

test('for a vehicle that never reported no time is known, not even as unknown', () => {
  const never = timesOf(i18n.t, sumOf([]));
  expect([never.driving.text, never.standing.text, never.unseen.text]).toEqual(['–', '–', '–']);
  const silent = timesOf(i18n.t, { ...sumOf([]), unseenS: 7200 });
  expect([silent.standing.text, silent.unseen.text]).toEqual(['–', '2 h 00']);
  const stood = timesOf(i18n.t, { ...sumOf([]), stopS: 3600 });
  expect(stood.unseen.text).toBe('0 s');
});

import { beforeAll, expect, test } from 'vitest';
import { i18n, loadTexts, startTexts } from '../../text/i18n.ts';
import { factorFor, faultWords } from './fault-words.ts';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});

const { t } = i18n;

test('a speed in another unit names it, and the factor to set', () => {
  expect(faultWords(t, { kind: 'speedUnit', unit: 'm/s', factor: 3.6 })).toEqual({
    what: 'Speeds look like m/s.',
    todo: 'Set the factor 3.6.',
  });
  expect(faultWords(t, { kind: 'speedUnit', unit: 'knots', factor: 1.852 }).todo).toBe('Set the factor 1.852.');
  expect(faultWords(t, { kind: 'speedUnit', unit: null, factor: 0.52 }).what).toContain('no common unit');
});

test('each fault shows how much of it was observed', () => {
  expect(faultWords(t, { kind: 'course', share: 0.62 }).what).toContain('62 %');
  expect(faultWords(t, { kind: 'staleSpeed', seconds: 7800 }).what).toContain('2 h 10');
  expect(faultWords(t, { kind: 'clock', reports: 12 }).what).toContain('12');
});

test('the factor to set is the displayed one, within the bounds', () => {
  const bounds = { min: 0.1, max: 10 };
  expect(factorFor(1.852, bounds)).toBe(1.852);
  expect(factorFor(0.277_78, bounds)).toBe(0.2778);
  expect(factorFor(18, bounds)).toBeNull();
});

import { beforeAll, expect, test } from 'vitest';
import { i18n, loadTexts, startTexts } from '../../text/i18n.ts';
import { countOf, engineTime, idleOfFact, maxSpeedText, knownTimeText, unknownTimeText } from './figure-text.ts';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});

const { t } = i18n;
const HOUR = 3600;

test('unknown idling is a dash with a reason, and never 0', () => {
  expect(engineTime(t, { seconds: 0, knownS: 0, seenS: 5 * HOUR })).toEqual({
    text: '–',
    why: 'This device does not report whether the engine runs.',
  });
  expect(engineTime(t, { seconds: 0, knownS: 0, seenS: 0 })).toEqual({
    text: '–',
    why: 'There is no data for this time.',
  });
});

test('engine hours that are known in part show their share of the time', () => {
  expect(engineTime(t, { seconds: HOUR, knownS: 6 * HOUR, seenS: 8 * HOUR })).toEqual({
    text: '1 h 00',
    why: 'Known for 75 % of the time.',
    part: '75 %',
  });
});

test('an engine reported for a moment of two days is not known', () => {
  expect(engineTime(t, { seconds: 0, knownS: 30, seenS: 42 * HOUR })).toEqual({
    text: '–',
    why: 'Known for 0 % of the time.',
  });
});

test('no trip and no metre of a day that nobody saw is a dash', () => {
  expect(countOf(t, 0, '0 km', 0).text).toBe('–');
  expect(countOf(t, 0, '0 km', HOUR)).toEqual({ text: '0 km', why: null });
  expect(countOf(t, 900, '0.9 km', 0)).toEqual({ text: '0.9 km', why: null });
});

test('a device that reports no speed has no highest one', () => {
  expect(maxSpeedText(0)).toBe('–');
});

test('a known engine that did not idle is 0, without a remark', () => {
  expect(engineTime(t, { seconds: 0, knownS: 23 * HOUR, seenS: 24 * HOUR })).toEqual({ text: '0 s', why: null });
});

test('driving of a day that nobody saw is a dash; of one that was seen standing it is 0', () => {
  expect(knownTimeText(t, 0, 0).text).toBe('–');
  expect(knownTimeText(t, 0, HOUR)).toEqual({ text: '0 s', why: null });
});

test('a stop known from movement alone has no idling', () => {
  expect(idleOfFact(t, { idleS: 0, engineSource: 'movement' }).text).toBe('–');
  expect(idleOfFact(t, { idleS: 120, engineSource: 'voltage' })).toEqual({ text: '2 min', why: null });
});

test('the unknown time of a trip is shown from a minute on', () => {
  expect(unknownTimeText(t, 1200)).toBe('of which 20 min unknown');
  expect(unknownTimeText(t, 59)).toBeNull();
});

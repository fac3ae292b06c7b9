import { expect, it } from 'vitest';
import type { Report } from './report.ts';
import { at, factsOf, ofKind } from './testing/journey.fixture.ts';

const DAY_S = 86_400;
/** 2,000 fixes at 30 s intervals: driving for ten minutes, standing for ten. */
const days: Report[] = Array.from({ length: 2000 }, (_, index) => {
  const round = Math.floor(index / 40);
  const driven = Math.min(20, index % 40);
  return at(index * 30, (round * 20 + driven) * 300, index % 40 < 20 ? 36 : 0);
});
const sum = (reports: Report[]) => ofKind(factsOf(reports), 'day').reduce((metres, day) => metres + day.distanceM, 0);

it('stores and marks a fix dated a hundred days back, and creates no facts from it', () => {
  const clean = sum(days);
  const wrong = at(-100 * DAY_S, 400_000, 36);
  expect(sum([wrong, ...days])).toBe(clean);
  const [marked, next] = ofKind(factsOf([wrong, ...days]), 'day');
  expect(marked).toMatchObject({ positions: 1, health: { clockFaults: 1 }, distanceM: 0, unseenS: 0 });
  expect(next?.health.clockFaults).toBe(0);
  expect(ofKind(factsOf([wrong, ...days]), 'trip')).toEqual(ofKind(factsOf(days), 'trip'));
});

it('does the same with two of them, and with one after months of silence', () => {
  const clean = sum(days);
  expect(sum([at(-200 * DAY_S, 400_000, 36), at(-100 * DAY_S, 0, 36), ...days])).toBe(clean);
  const later = at(100 * DAY_S, 0, 36);
  const back = days.map((report) => at((report.position.fixTime.getTime() - Date.UTC(2026, 2, 2, 8)) / 1000, 0, 0));
  expect(ofKind(factsOf([...back, later]), 'trip')).toEqual([]);
});

it('believes a vehicle that returns after months: its second report confirms the first', () => {
  const back = [at(60 * DAY_S, 500_000, 0), at(60 * DAY_S + 300, 500_000, 0)];
  const facts = factsOf([...days, ...back]);
  const start = back[0]?.position.fixTime.getTime();
  expect(ofKind(facts, 'stop').at(-1)).toMatchObject({ start, startReason: 'dataGap' });
  // The last fix before the silence is the 2,000th, 59,970 s after the first.
  const unknownS = ofKind(facts, 'day').reduce((total, day) => total + day.unseenS, 0);
  expect(unknownS).toBe(60 * DAY_S - 59_970);
});

it('continues at the same location with the second report after a month of silence', () => {
  const repeated = Array.from({ length: 30 }, (_, index) => at(60 * DAY_S + index * 3600, 0, 0));
  const before = Array.from({ length: 30 }, (_, index) => at(index * 3600, 0, 0));
  const written = ofKind(factsOf([...before, ...repeated]), 'day');
  expect(written.reduce((seconds, { stopS }) => seconds + stopS, 0)).toBe(58 * 3600);
});

it('keeps the trip of a young history that is silent for days', () => {
  const short = Array.from({ length: 8 }, (_, index) => at(index * 60, index * 700, 42));
  const facts = factsOf([...short, at(3 * DAY_S, 5000, 0), at(3 * DAY_S + 60, 5000, 0)]);
  expect(ofKind(facts, 'trip')).toMatchObject([{ distanceM: 4900, end: expect.any(Number) }]);
});

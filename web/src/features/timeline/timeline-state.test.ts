import { expect, test } from 'vitest';
import { readTimelineState, stepDay, writeTimelineState } from './timeline-state.ts';

test('a written state is read back', () => {
  const state = {
    day: '2026-11-19',
    search: 'SBA',
    groupId: 7,
    vehicleIds: [3, 12],
    part: [480, 720] as const,
    asTable: true,
    page: 4,
  };
  expect(readTimelineState(writeTimelineState(new URLSearchParams(), state))).toEqual(state);
});

test('an address with nothing or with nonsense is today, the whole fleet, the whole day', () => {
  const plain = readTimelineState(new URLSearchParams());
  expect(readTimelineState(new URLSearchParams('day=2026-02-30&group=x&vehicle=a,-1&part=9-1&page=0'))).toEqual(plain);
  expect(plain).toMatchObject({ day: null, vehicleIds: [], part: null, page: 1 });
});

test('another list begins at its first page; moving along the day keeps the page', () => {
  const third = new URLSearchParams('page=3');
  expect(writeTimelineState(third, { search: 'a' }).get('page')).toBeNull();
  expect(writeTimelineState(third, { part: [0, 60] }).get('page')).toBe('3');
});

test('days go back without end and forward to today', () => {
  expect(stepDay(null, '2026-11-20', -1)).toBe('2026-11-19');
  expect(stepDay('2026-11-18', '2026-11-20', 1)).toBe('2026-11-19');
  expect(stepDay('2026-11-19', '2026-11-20', 1)).toBeNull();
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { NO_ZONES, setFormat } from '../../text/format-settings.ts';
import { isNarrowed, isTooLong, readVisitState, visitRangeOf, visitFilterOf } from './visit-state.ts';

const format = { language: 'en', units: 'metric', timeZone: 'America/New_York' } as const;
beforeEach(() => void setFormat({ ...format, dayZone: 'Europe/Berlin' }));
afterEach(() => void setFormat({ ...format, ...NO_ZONES }));

const read = (query: string) => readVisitState(new URLSearchParams(query), '2026-11-20');

test('without more it is the log of the last seven days', () => {
  expect(read('')).toMatchObject({ tab: 'log', from: '2026-11-14', to: '2026-11-20' });
  expect(isNarrowed(read(''))).toBe(false);
});

test('a link narrows it', () => {
  const state = read('tab=totals&fence=4&vehicle=9&tag=own&lasting=30-120');
  expect(state.tab).toBe('totals');
  expect(visitFilterOf(state)).toEqual({ fenceId: 4, vehicleId: 9, tag: 'own' });
  expect(isNarrowed(state)).toBe(true);
});

test('days are those of the organisation, whatever the zone of the person, the last one whole', () => {
  // Berlin's clock goes back on 25 October 2026.
  expect(visitRangeOf(read('from=2026-10-25&to=2026-10-25&lasting=over-480'))).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
    minS: 28_800,
  });
});

test('a moment can be named at which they were inside', () => {
  expect(read('tab=inside&at=2026-11-03T15:00:00.000Z')).toMatchObject({
    tab: 'inside',
    at: Date.UTC(2026, 10, 3, 15),
  });
  expect(read('at=yesterday').at).toBeNull();
});

test.each(['from=2026-02-30&to=2026-03-01', 'from=2026-03-02&to=2026-03-01', 'from=2026-03-01', 'fence=-1&tab=x'])(
  'nonsense is left out: %s',
  (query) => expect(read(query)).toEqual(read('')),
);

test('400 days are accepted, 401 are not', () => {
  expect(isTooLong({ from: '2025-01-01', to: '2026-02-04' })).toBe(false);
  expect(isTooLong({ from: '2025-01-01', to: '2026-02-05' })).toBe(true);
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatOf } from '../api/language.ts';
import { filterInput, readFilter } from '../features/dashboard/alarms/alarm-filter.ts';
import { usualRange } from '../features/history/use-history-view.ts';
import { presetRange } from '../features/history/range-presets.ts';
import { readVisitState, visitRangeOf } from '../features/in-out-location/visit-state.ts';
import { readPageState } from '../features/vehicle-info/vehicle-page-state.ts';
import { rangeOf } from '../ui/date-range/days-of.ts';
import { formatClock, formatDay } from './format.ts';
import { NO_ZONES, setFormat } from './format-settings.ts';
import { dayOf, spanOfDay } from './local-day.ts';

/** 00:58 in Montevideo, the organisation's zone: its day began 58 minutes ago. */
const NOW = Date.parse('2026-11-20T03:58:00Z');
const DAY = { from: '2026-11-20T03:00:00.000Z', to: '2026-11-21T03:00:00.000Z' };

const reader = { language: 'en', organisationTimeZone: 'America/Montevideo', units: 'metric' } as const;
const iso = ([from, to]: readonly [number, number]) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  setFormat({ language: 'en', units: 'metric', ...NO_ZONES });
});

describe.each([
  ['America/Montevideo', 180],
  ['Asia/Kolkata', -330],
  ['UTC', 0],
])('with a browser in %s', (browser, offset) => {
  beforeEach(() => void vi.stubEnv('TZ', browser));

  test.each(['', 'Asia/Kolkata', 'Pacific/Kiritimati'])('today is the day of the organisation; own zone %j', (own) => {
    expect(new Date().getTimezoneOffset()).toBe(offset);
    setFormat(formatOf({ ...reader, timeZone: own }));
    const today = dayOf(NOW);
    expect(today).toBe('2026-11-20');
    // The timeline and the card of the live map.
    const { from, to } = spanOfDay(today);
    expect(iso([from, to])).toEqual(DAY);
    // History, with the default range and with a chosen one.
    expect(iso(usualRange())).toEqual(DAY);
    expect(iso(presetRange('today', NOW))).toEqual(DAY);
    // Lists: visits, trips of a vehicle, alarms.
    const params = new URLSearchParams(`from=${today}&to=${today}`);
    expect(visitRangeOf(readVisitState(params, today))).toEqual(DAY);
    expect(rangeOf(readPageState(params, today))).toEqual(DAY);
    expect(filterInput(readFilter(params))).toMatchObject(DAY);
  });

  test('moments are those of the organisation as long as a person has no zone', () => {
    setFormat(formatOf({ ...reader, timeZone: '' }));
    expect([formatDay(NOW), formatClock(NOW)]).toEqual(['20 Nov 2026', '00:58']);
    setFormat(formatOf({ ...reader, timeZone: 'Asia/Kolkata' }));
    expect([formatDay(NOW), formatClock(NOW)]).toEqual(['20 Nov 2026', '09:28']);
    setFormat(formatOf({ ...reader, timeZone: 'America/Los_Angeles' }));
    expect([formatDay(NOW), formatClock(NOW)]).toEqual(['19 Nov 2026', '19:58']);
  });
});

test.each(['Mars/Olympus', ''])('an unsupported zone is replaced by UTC: %j', (zone) => {
  expect(formatOf({ ...reader, timeZone: zone, organisationTimeZone: zone })).toMatchObject(NO_ZONES);
});

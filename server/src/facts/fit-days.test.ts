import { dayAt } from '@milepost/tracking/days';
import { indexFences } from '@milepost/tracking/build-fence-index';
import { DEFAULT_SETTINGS, type TrackingContext } from '@milepost/tracking/settings';
import { newState } from '@milepost/tracking/track-state';
import { expect, it } from 'vitest';
import { fitDays } from './fit-days.ts';

function contextIn(timeZone: string): TrackingContext {
  return { settings: DEFAULT_SETTINGS, timeZone, fences: indexFences([]), rules: [], clearedByHand: [] };
}

/** A state whose newest report, at this time, was taken in with UTC as its time zone. */
function stateAt(iso: string) {
  const state = { ...newState(), time: Date.parse(iso) };
  dayAt(state, contextIn('UTC'), state.time);
  return state;
}

/** The date and bounds of the day that a moment belongs to after a change of the zone. */
function dayAfter(changedAt: string, timeZone: string, moment: string) {
  const state = stateAt(changedAt);
  fitDays(state, timeZone);
  const { day, start, end } = dayAt(state, contextIn(timeZone), Date.parse(moment));
  return [day, new Date(start).toISOString(), new Date(end).toISOString()];
}

it('ends the day of the change with its date in the new zone', () => {
  // Montevideo is 3 hours behind: the 20th lasts until 03:00 UTC, and the 21st does not repeat the 20th.
  const longer = ['2026-11-20', '2026-11-20T00:00:00.000Z', '2026-11-21T03:00:00.000Z'];
  expect(dayAfter('2026-11-20T10:00:00Z', 'America/Montevideo', '2026-11-21T01:00:00Z')).toEqual(longer);
  expect(dayAfter('2026-11-20T01:00:00Z', 'America/Montevideo', '2026-11-20T02:00:00Z')).toEqual(longer);
  const next = dayAfter('2026-11-20T10:00:00Z', 'America/Montevideo', '2026-11-21T03:00:00Z');
  expect(next).toEqual(['2026-11-21', '2026-11-21T03:00:00.000Z', '2026-11-22T03:00:00.000Z']);
});

it('ends it immediately when the new zone already has the next date', () => {
  // India is 5:30 ahead: its 21st began at 18:30 UTC.
  const [day] = dayAfter('2026-11-20T20:00:00Z', 'Asia/Kolkata', '2026-11-20T20:00:01Z');
  expect(day).toBe('2026-11-21');
  const [same] = dayAfter('2026-11-20T10:00:00Z', 'Asia/Kolkata', '2026-11-20T18:29:59Z');
  expect(same).toBe('2026-11-20');
});

it('leaves a fitting day unchanged', () => {
  const state = stateAt('2026-11-20T10:00:00Z');
  const before = structuredClone(state);
  fitDays(state, 'Etc/UTC');
  fitDays(newState(), 'Asia/Kolkata');
  expect(state).toEqual(before);
});

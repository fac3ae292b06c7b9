import { expect, it } from 'vitest';
import { advance } from './advance.ts';
import type { AnyReport } from './report.ts';
import { at, contextOf, statusAt } from './testing/journey.fixture.ts';
import { newState, type TrackState } from './track-state.ts';

/** The state that remains after reports in order. */
function after(reports: readonly AnyReport[]): TrackState {
  const state = newState();
  for (const report of reports) advance(state, report, contextOf(), []);
  return state;
}

const drive = Array.from({ length: 40 }, (_, n) => at(n * 10, n * 100, n === 39 ? 0 : 36, { ignition: true }));

it('drops the engine data of a device without fixes, however long it reports', () => {
  // On for a minute, off for a minute, for two weeks: no standing is long enough to end the trip.
  const toggles = Array.from({ length: 20_000 }, (_, n) => statusAt(400 + n * 61, { ignition: n % 2 === 0 }));
  const state = after([...drive, ...toggles]);
  expect(state.trip).toBeNull();
  expect(state.rest?.idles).toEqual([]);
  // The sums of open days, and little else.
  expect(state.days.length).toBeLessThan(16);
  expect(JSON.stringify(state).length).toBeLessThan(20_000);
});

it('stores consecutive silences as one', () => {
  const parked = at(400, 3900, 0, { ignition: false });
  const hourly = Array.from({ length: 600 }, (_, n) => statusAt(500 + n * 3960, { ignition: false }));
  expect(after([...drive, parked, ...hourly]).silences).toHaveLength(1);
  // Each report is followed by another one a minute later.
  const twice = hourly.flatMap((_, n) => [0, 60].map((s) => statusAt(500 + n * 4020 + s, { ignition: false })));
  expect(after([...drive, parked, ...twice]).silences.length).toBeLessThanOrEqual(500);
});

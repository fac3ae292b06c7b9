import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFactsReload } from './reload-facts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const KEYS = [
  ['get-vehicle-overview', { vehicleId: 3 }],
  ['get-vehicle-overview', { vehicleId: 4 }],
  ['get-vehicle-facts', { vehicleId: 3, from: 'a', to: 'b' }],
  ['get-dashboard', { range: 'today' }],
  ['get-track', { vehicleId: 3 }],
] as const;

/** A client with these cached replies; reports which were invalidated since the last query. */
function holding() {
  const client = new QueryClient();
  for (const key of KEYS) client.setQueryData(key, {});
  const stale = () => {
    const found = KEYS.filter((key) => client.getQueryState(key)?.isInvalidated === true);
    for (const key of found) client.setQueryData(key, {});
    return found.map(([name, input]) => `${name} ${'vehicleId' in input ? input.vehicleId : ''}`.trim());
  };
  return { reload: createFactsReload(client), stale };
}

test('the past of a recomputed vehicle is reloaded, with the figures of the fleet; the fixes are not', () => {
  const { reload, stale } = holding();
  reload([3]);
  expect(stale()).toEqual(['get-vehicle-overview 3', 'get-vehicle-facts 3', 'get-dashboard']);
});

test('figures of the fleet at most each ten seconds, and the last change is not lost', () => {
  const { reload, stale } = holding();
  reload([7]);
  expect(stale()).toEqual(['get-dashboard']);
  reload([4]);
  reload([8]);
  expect(stale()).toEqual(['get-vehicle-overview 4']);
  vi.advanceTimersByTime(10_000);
  expect(stale()).toEqual(['get-dashboard']);
  vi.advanceTimersByTime(60_000);
  expect(stale()).toEqual([]);
});

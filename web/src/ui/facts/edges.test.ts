import { expect, test } from 'vitest';
import { edgesOf } from './edges.ts';

const DAY = { from: Date.parse('2026-11-20T00:00:00Z'), to: Date.parse('2026-11-21T00:00:00Z') };
const trip = (id: number, start: string, minutes: number, distanceM: number) => ({
  id,
  start: `2026-11-${start}:00Z`,
  durationS: minutes * 60,
  distanceM,
});
const metres = ({ distanceM }: { distanceM: number }) => distanceM;

test('a trip from before midnight counts up to the sum of the day, the rest was before', () => {
  // 34 trips of 252 km on the day itself, and one from 23:41 on; the day has 256.6 km.
  const trips = [trip(1, '19T23:41', 38, 9200), trip(2, '20T08:00', 600, 252_000)];
  const [[id, edge] = []] = [...edgesOf(trips, DAY, metres, 256_600)];
  expect(id).toBe(1);
  expect(edge?.within).toBeCloseTo(4600);
  expect(edge?.before).toBeCloseTo(4600);
  expect(edge?.after).toBe(0);
});

test('over both midnights the parts together make the sum, each by its time', () => {
  const trips = [trip(1, '19T23:00', 120, 10_000), trip(2, '20T23:00', 120, 30_000)];
  const edges = edgesOf(trips, DAY, metres, 24_000);
  expect(edges.get(1)?.within).toBeCloseTo(6000);
  expect(edges.get(2)?.within).toBeCloseTo(18_000);
  expect(edges.get(1)?.before).toBeCloseTo(4000);
  expect(edges.get(2)?.after).toBeCloseTo(12_000);
});

test('a stop is split at midnight by time, and one of the whole range on both sides', () => {
  const stops = [trip(1, '19T18:00', 48 * 60, 0)];
  expect(edgesOf(stops, DAY, ({ durationS }) => durationS, null).get(1)).toEqual({
    before: 6 * 3600,
    within: 24 * 3600,
    after: 18 * 3600,
  });
});

test('a fact within the range has no edge', () => {
  expect(edgesOf([trip(1, '20T00:00', 1440, 5000)], DAY, metres, 5000).size).toBe(0);
});

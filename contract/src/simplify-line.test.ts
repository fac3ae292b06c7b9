import { expect, test } from 'vitest';
import { simplifyLine } from './simplify-line.ts';

/** On the equator 0.001 degree is 111.2 m. */
const line = (...pairs: [lat: number, lon: number][]) => pairs.map(([lat, lon]) => ({ lat, lon }));

test('points within the tolerance are removed, points beyond it stay', () => {
  const bump = line([0, 0], [0.000_08, 0.001], [0, 0.002]);
  expect(simplifyLine(bump, 10)).toEqual(line([0, 0], [0, 0.002]));
  expect(simplifyLine(bump, 8)).toEqual(bump);
});

test('ends stay, also of lines without points between them', () => {
  expect(simplifyLine([], 10)).toEqual([]);
  expect(simplifyLine(line([0, 0]), 10)).toEqual(line([0, 0]));
  expect(simplifyLine(line([0, 0], [0, 0]), 10)).toEqual(line([0, 0], [0, 0]));
});

test('a way there and back keeps its turning point', () => {
  expect(simplifyLine(line([0, 0], [0, 0.001], [0, 0.002], [0, 0.001], [0, 0]), 10)).toEqual(
    line([0, 0], [0, 0.002], [0, 0]),
  );
});

test('lines across the 180th meridian are simplified', () => {
  expect(simplifyLine(line([0, 179.999], [0, -180], [0, -179.999]), 1)).toHaveLength(2);
});

test('a comb with the most corners of a geofence is only thinned as far as the budget allows', () => {
  // Every second edge of a tooth has a redundant point in its middle.
  const teeth = Array.from({ length: 1000 }, (_, at) => at * 0.002);
  const comb = teeth.flatMap((lat) => line([lat, 1], [lat, 25.5], [lat, 50], [lat + 0.001, 50], [lat + 0.001, 1]));
  const thinned = simplifyLine(comb, 1);
  // A budget of sixty visits for each point covers about the first sixty edges; with more, all thousand middle points
  // would be removed.
  expect(thinned.length).toBeGreaterThan(4800);
  expect(simplifyLine(comb.slice(0, 100), 1)).toHaveLength(80);
});

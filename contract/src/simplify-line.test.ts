import { expect, test } from 'vitest';
import { simplifyLine } from './simplify-line.ts';

/** On the equator 0.001 degree is 111.2 m. */
const line = (...pairs: [lat: number, lon: number][]) => pairs.map(([lat, lon]) => ({ lat, lon }));

test('what is nearer than the tolerance goes, what is farther stays', () => {
  const bump = line([0, 0], [0.000_08, 0.001], [0, 0.002]);
  expect(simplifyLine(bump, 10)).toEqual(line([0, 0], [0, 0.002]));
  expect(simplifyLine(bump, 8)).toEqual(bump);
});

test('ends stay, also of lines that have nothing between them', () => {
  expect(simplifyLine([], 10)).toEqual([]);
  expect(simplifyLine(line([0, 0]), 10)).toEqual(line([0, 0]));
  expect(simplifyLine(line([0, 0], [0, 0]), 10)).toEqual(line([0, 0], [0, 0]));
});

test('a way there and back keeps its turning point', () => {
  expect(simplifyLine(line([0, 0], [0, 0.001], [0, 0.002], [0, 0.001], [0, 0]), 10)).toEqual(
    line([0, 0], [0, 0.002], [0, 0]),
  );
});

test('over the 180th meridian', () => {
  expect(simplifyLine(line([0, 179.999], [0, -180], [0, -179.999]), 1)).toHaveLength(2);
});

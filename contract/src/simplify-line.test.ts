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

test('a comb of as many corners as a fence may have is let be in no time', () => {
  const comb = Array.from({ length: 5000 }, (_, at) => ({ lat: (at >> 1) * 0.002, lon: at % 4 < 2 ? 1 : 50 }));
  const began = performance.now();
  for (let i = 0; i < 20; i += 1) expect(simplifyLine(comb, 1).length).toBeGreaterThan(4990);
  // Each tooth for itself would take some seconds.
  expect(performance.now() - began).toBeLessThan(2000);
});

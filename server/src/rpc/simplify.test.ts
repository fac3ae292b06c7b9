import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { simplify } from './simplify.ts';

const line = (...points: [lat: number, lon: number][]) => points.map(([lat, lon]) => ({ lat, lon }));

test('the point that spans the smallest triangle goes first', () => {
  // Triangles with their neighbours, in squares of 0.001 degree: B 0.5, C 2.5, D 5.5, so B goes; then C 4.5, so C goes.
  const [a, b, c, d, e] = line([0, 0], [0.001, 0.001], [0.001, 0.002], [0.006, 0.003], [0, 0.004]);
  const points = [a, b, c, d, e].filter((point) => point !== undefined);
  expect(simplify(points, 4)).toEqual([a, c, d, e]);
  expect(simplify(points, 3)).toEqual([a, d, e]);
});

test('standing still and straight stretches go, corners stay', () => {
  const east = Array.from({ length: 50 }, (_, i) => ({ lat: -34.9, lon: -56.2 + i * 0.0001 }));
  const standing = Array.from({ length: 50 }, () => ({ lat: -34.9, lon: -56.195 }));
  const north = Array.from({ length: 50 }, (_, i) => ({ lat: -34.9 + i * 0.0001, lon: -56.195 }));
  const points = [...east, ...standing, ...north];
  expect(simplify(points, 3)).toEqual([
    { lat: -34.9, lon: -56.2 },
    { lat: -34.9, lon: -56.195 },
    { lat: -34.9 + 49 * 0.0001, lon: -56.195 },
  ]);
});

test('a line across the antimeridian keeps its corner', () => {
  // In the plane of raw degrees the jump from 180 to -180 would be the only corner.
  const points = line([0, 179.998], [0, 179.999], [0, -179.999], [0.002, -179.998], [0, -179.997]);
  expect(simplify(points, 4)).toEqual(line([0, 179.998], [0, -179.999], [0.002, -179.998], [0, -179.997]));
});

test('what is short enough stays as it is', () => {
  expect(simplify([], 2)).toEqual([]);
  const points = line([1, 1], [2, 2], [3, 1]);
  expect(simplify(points, 3)).toEqual(points);
});

test('any line: exactly as many as asked, first and last among them, in their order', () => {
  const point = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const points = fc.array(point, { minLength: 3, maxLength: 200 });
  fc.assert(
    fc.property(points, fc.integer({ min: 2, max: 100 }), (all, max) => {
      const kept = simplify(all, max);
      expect(kept).toHaveLength(Math.min(all.length, max));
      expect(kept[0]).toBe(all[0]);
      expect(kept.at(-1)).toBe(all.at(-1));
      const places = kept.map((one) => all.indexOf(one));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }),
  );
});

test('150,000 fixes take no quadratic time', () => {
  // Quadratic work would be some 10^10 steps: minutes. The bound leaves room for a busy machine.
  const points = Array.from({ length: 150_000 }, (_, i) => ({ lat: Math.sin(i / 700), lon: i * 1e-5 }));
  const start = performance.now();
  expect(simplify(points, 2000)).toHaveLength(2000);
  expect(performance.now() - start).toBeLessThan(10_000);
});

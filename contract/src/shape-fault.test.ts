import { describe, expect, test } from 'vitest';
import { shapeAreaM2 } from './fence-geometry.ts';
import type { FenceShape, Place } from './fence-shape-types.ts';
import { englishOf } from './fault.ts';
import { shapeFaultMessage, shapeFault, tidyShape } from './shape-fault.ts';

const places = (...pairs: [lat: number, lon: number][]): Place[] => pairs.map(([lat, lon]) => ({ lat, lon }));
const polygon = (...rings: Place[][]): FenceShape => ({ kind: 'polygon', rings });
const circle = (radiusM: number, centre = { lat: -34.9, lon: -56.2 }): FenceShape => ({
  kind: 'circle',
  centre,
  radiusM,
});
const corridor = (halfWidthM: number, line: Place[]): FenceShape => ({ kind: 'corridor', line, halfWidthM });
const square = (south: number, west: number, size: number) =>
  places([south, west], [south, west + size], [south + size, west + size], [south + size, west]);
/** A circle with this many corners. */
const round = (corners: number): Place[] =>
  Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    return { lat: Math.sin(angle), lon: Math.cos(angle) };
  });
const codeOf = (shape: FenceShape) => shapeFault(tidyShape(shape))?.code ?? null;

describe('a polygon', () => {
  test('that is simple is valid in either direction, closed or not', () => {
    const ring = square(0, 0, 1);
    expect(codeOf(polygon(ring))).toBeNull();
    expect(codeOf(polygon(ring.toReversed()))).toBeNull();
    expect(codeOf(polygon([...ring, ...ring.slice(0, 1)]))).toBeNull();
  });

  test('that crosses itself is refused with the location: the diagonals of a square meet in its centre', () => {
    const bowTie = places([0, 0], [2, 2], [0, 2], [2, 0]);
    const fault = shapeFault(polygon(bowTie));
    expect(fault).toEqual({ code: 'crosses', at: { lat: 1, lon: 1 } });
    expect(fault && englishOf(shapeFaultMessage(fault))).toMatch(
      /^The outline crosses or touches itself at 1.00000, 1.00000\./,
    );
  });

  test('that touches itself in a corner, folds back or overlaps itself is refused with the location', () => {
    const twoTriangles = places([0, 0], [0, 2], [1, 1], [2, 2], [2, 0], [1, 1]);
    expect(shapeFault(polygon(twoTriangles))).toEqual({ code: 'crosses', at: { lat: 1, lon: 1 } });
    const spike = places([0, 0], [0, 2], [0, 1], [2, 1]);
    expect(codeOf(polygon(spike))).toBe('crosses');
    const corner = places([0, 0], [0, 4], [2, 4], [2, 2], [0, 2], [0, 1], [2, 1], [2, 0]);
    expect(codeOf(polygon(corner))).toBe('crosses');
  });

  test('needs three different corners', () => {
    expect(codeOf(polygon(places([0, 0], [1, 1])))).toBe('few-corners');
    expect(codeOf(polygon(places([0, 0], [1, 1], [1, 1], [0, 0])))).toBe('few-corners');
    expect(codeOf(polygon())).toBe('few-corners');
    expect(codeOf(polygon(places([0, 0], [0, 1], [0, 2])))).toBe('too-small');
  });

  test('can have holes that lie inside and cross nothing', () => {
    const outline = square(0, 0, 10);
    expect(codeOf(polygon(outline, square(1, 1, 2), square(5, 5, 2)))).toBeNull();
    expect(codeOf(polygon(outline, square(20, 20, 1)))).toBe('hole-outside');
    expect(codeOf(polygon(outline, square(9, 9, 3)))).toBe('crosses');
    expect(codeOf(polygon(outline, square(1, 1, 4), square(4, 4, 4)))).toBe('crosses');
  });

  test('across the 180th meridian stays in one piece', () => {
    const fiji = polygon(places([-18, 179], [-18, -179], [-16, -179], [-16, 179]));
    expect(codeOf(fiji)).toBeNull();
    // Two degrees square at 17 degrees south: 2 x 111.195 km high, and cos(17 deg) times as wide.
    expect(shapeAreaM2(fiji) / 1e6).toBeCloseTo(222.39 * 222.39 * Math.cos((17 * Math.PI) / 180), -2);
    const bowTie = polygon(places([-18, 179], [-16, -179], [-18, -179], [-16, 179]));
    expect(shapeFault(bowTie)).toEqual({ code: 'crosses', at: { lat: -17, lon: -180 } });
  });

  test('with 5,000 corners is accepted, with one more refused', () => {
    expect(codeOf(polygon(round(5000)))).toBeNull();
    expect(codeOf(polygon(round(5001)))).toBe('many-corners');
  });

  test('of an absurd size is refused', () => {
    // A square of 2.5 m; 0.00001 degree is 1.11 m.
    expect(codeOf(polygon(square(0, 0, 0.0000225)))).toBe('too-small');
    // A square of 3.9 m: 15 square metres.
    expect(codeOf(polygon(square(0, 0, 0.000035)))).toBeNull();
    expect(codeOf(polygon(places([-80, -90], [-80, 60], [80, 60], [80, -90])))).toBe('too-large');
    expect(codeOf(polygon(places([0, -170], [0, -60], [0, 60], [1, 60], [1, -60], [1, -170])))).toBe('too-wide');
  });
});

test('the radius of a circle is 10 m to 500 km', () => {
  expect([9.99, 10, 500_000, 500_001, Number.NaN].map((radius) => codeOf(circle(radius)))).toEqual([
    'radius',
    null,
    null,
    'radius',
    'radius',
  ]);
});

test('a corridor has two points or more and reaches 5 m to 5 km to each side', () => {
  const line = places([0, 0], [0, 1]);
  expect([4.9, 5, 5000, 5001].map((half) => codeOf(corridor(half, line)))).toEqual([
    'half-width',
    null,
    null,
    'half-width',
  ]);
  expect(codeOf(corridor(50, places([0, 0])))).toBe('one-point');
  expect(codeOf(corridor(50, places([0, 0], [0, 0])))).toBe('one-point');
  // A degree of the equator is 111.195 km: 44 degrees are 4,893 km, 45 are 5,004.
  expect(codeOf(corridor(50, places([0, 0], [0, 44])))).toBeNull();
  expect(codeOf(corridor(50, places([0, 0], [0, 45])))).toBe('too-long');
});

test('coordinates are on the earth', () => {
  expect(codeOf(circle(100, { lat: 90.1, lon: 0 }))).toBe('coordinates');
  expect(codeOf(polygon(places([0, 0], [0, 181], [1, 1])))).toBe('coordinates');
});

test('areas match values computed by hand', () => {
  // A small circle is flat: pi r².
  expect(shapeAreaM2(circle(100))).toBeCloseTo(Math.PI * 10_000, 2);
  // One degree square on the equator: R² times the angle times the sine of a degree.
  const degree = Math.PI / 180;
  expect(shapeAreaM2(polygon(square(0, 0, 1))) / 1e6).toBeCloseTo(6371.0088 ** 2 * degree * Math.sin(degree), -1);
  // 111,195.08 m long, 100 m wide, and two round ends.
  const band = corridor(50, places([0, 0], [0, 1]));
  expect(shapeAreaM2(band)).toBeCloseTo(111_195.08 * 100 + Math.PI * 2500, -1);
  const holed = polygon(square(0, 0, 1), square(0.25, 0.25, 0.5));
  expect(shapeAreaM2(holed) / shapeAreaM2(polygon(square(0, 0, 1)))).toBeCloseTo(0.75, 3);
});

import { expect, test } from 'vitest';
import { newComparisonBudget, overlapOf, OutlineTooDetailed } from './areas-overlap.ts';

const box = (west: number, south: number, east: number, north: number) => [
  { lat: south, lon: west },
  { lat: south, lon: east },
  { lat: north, lon: east },
  { lat: north, lon: west },
];
/** At the equator, where a degree of longitude is as long as one of latitude; some 11 km wide. */
const HERE = box(0, 0, 0.1, 0.1);

test.each([
  ['far away', box(1, 1, 1.1, 1.1)],
  ['beside it, with a common border', box(0.1, 0, 0.2, 0.1)],
  ['beside it, with a border of more corners', [...box(0.1, 0, 0.2, 0.1), { lat: 0.05, lon: 0.1 }]],
  ['that touches in one corner', box(0.1, 0.1, 0.2, 0.2)],
  // 0.00001 degrees are 1.1 m.
  ['that reaches over the border by a metre', box(0.09999, 0, 0.2, 0.1)],
  [
    'in whose notch it lies',
    [
      ...box(-0.1, -0.1, 0.2, 0.2).slice(0, 3),
      { lat: 0.2, lon: 0.1 },
      { lat: 0, lon: 0.1 },
      { lat: 0, lon: 0 },
      { lat: 0.2, lon: 0 },
      { lat: 0.2, lon: -0.1 },
    ],
  ],
])('an area does not overlap one %s', (_what, other) => {
  expect(overlapOf(HERE, other)).toBeNull();
  expect(overlapOf(other, HERE)).toBeNull();
});

test.each([
  ['the same', HERE],
  ['the same with more corners', [...HERE, { lat: 0.05, lon: 0 }]],
  ['within it', box(0.04, 0.04, 0.06, 0.06)],
  ['around it', box(-1, -1, 1, 1)],
  ['across it, with no corner of either in the other', box(-0.05, 0.04, 0.15, 0.06)],
  ['over a corner of it', box(0.05, 0.05, 0.15, 0.15)],
  ['that reaches over the border by ten metres', box(0.0999, 0, 0.2, 0.1)],
])('an area overlaps one that is %s', (_what, other) => {
  for (const at of [overlapOf(HERE, other), overlapOf(other, HERE)]) {
    expect(at?.lat).toBeGreaterThan(0);
    expect(at?.lat).toBeLessThan(0.1);
    expect(at?.lon).toBeGreaterThan(0);
    expect(at?.lon).toBeLessThan(0.1);
  }
});

test('areas across the 180th meridian are compared in one piece', () => {
  const over = box(179.9, 0, -179.9, 0.1);
  expect(overlapOf(over, box(-179.95, 0.02, -179.8, 0.08))).not.toBeNull();
  expect(overlapOf(box(-179.95, 0.02, -179.8, 0.08), over)).not.toBeNull();
  expect(overlapOf(over, box(-179.9, 0, -179.8, 0.1))).toBeNull();
});

/** A comb with teeth 3 m wide (too thin to contain anything), 4 m apart, and as long as the comb is wide. */
function comb(teeth: number) {
  const metre = 1 / 111_195;
  const end = teeth * 7;
  const corners = [
    [-1, -13],
    [end, -13],
    [end, -10],
    ...Array.from({ length: teeth }, (_, index) => (teeth - 1 - index) * 7).flatMap((x) => [
      [x + 3, -10],
      [x + 3, end],
      [x, end],
      [x, -10],
    ]),
    [-1, -10],
  ];
  return corners.map(([x = 0, y = 0]) => ({ lat: y * metre, lon: x * metre }));
}

test('combs whose teeth cross many thousand times exceed the budget instead of taking minutes', () => {
  const upright = comb(300);
  const lying = upright.map(({ lat, lon }) => ({ lat: lon, lon: lat }));
  expect(() => overlapOf(upright, lying)).toThrow(OutlineTooDetailed);
});

test('neighbours with a common border of thousands of corners use a tenth of the budget', () => {
  const border = Array.from({ length: 2500 }, (_, index) => ({ lat: index / 1e4, lon: Math.sin(index / 7) / 1e3 }));
  const back = Array.from({ length: 2400 }, (_, index) => ({ lat: 0.25 - index / 1e4, lon: 0.2 }));
  const looks = newComparisonBudget();
  const { left } = looks;
  const west = back.map(({ lat, lon }) => ({ lat, lon: -lon }));
  expect(overlapOf([...border, ...back], [...border, ...west], looks)).toBeNull();
  expect(looks.left).toBeGreaterThan(0.9 * left);
});

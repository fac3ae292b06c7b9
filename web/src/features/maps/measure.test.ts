import { expect, test } from 'vitest';
import { addPlace, chooseMode, dropLast, NO_MEASURE } from './measure.ts';

const a = { lat: 1, lon: 2 };
const b = { lat: 3, lon: 4 };

test('a line turns into an area with the same points, and the same button ends it', () => {
  const line = addPlace(addPlace(chooseMode(NO_MEASURE, 'distance'), a), b);
  expect(chooseMode(line, 'area')).toEqual({ mode: 'area', places: [a, b] });
  expect(chooseMode(line, 'distance')).toEqual(NO_MEASURE);
});

test('a double click adds one point, and none while nothing is measured', () => {
  const once = addPlace(chooseMode(NO_MEASURE, 'distance'), a);
  expect(addPlace(once, { ...a })).toBe(once);
  expect(addPlace(NO_MEASURE, a)).toBe(NO_MEASURE);
  expect(dropLast(addPlace(once, b)).places).toEqual([a]);
});

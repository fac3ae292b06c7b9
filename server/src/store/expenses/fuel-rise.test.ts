import { expect, test } from 'vitest';
import { fuelRise, isLess } from './fuel-rise.ts';

const steady = (litres: number, readings = 10) => Array.from({ length: readings }, () => litres);
const burning = (from: number, to: number) => Array.from({ length: from - to }, (_, index) => from - index);

test('the rise of a tank is the difference between its lowest and highest level', () => {
  expect(fuelRise([...steady(20), ...steady(61)])).toBe(41);
});

test('consumption before, between and after fill-ups is not deducted', () => {
  expect(
    fuelRise([...burning(60, 20), ...steady(20), ...steady(50), ...burning(50, 15), ...steady(15), ...steady(40)]),
  ).toBe(55);
});

test('fuel moving in the tank, and an outlier, are not fill-ups', () => {
  expect(fuelRise([40, 43, 41, 44, 40, 43, 39, 42, 40, 43, 41, 40])).toBe(0);
  expect(fuelRise([...steady(30, 6), 90, ...steady(30, 6)])).toBe(0);
});

test('too few readings give no result', () => {
  expect(fuelRise([10, 60])).toBeNull();
});

test('a bill can exceed the sensor by 8 litres or 12 %, not more', () => {
  expect(isLess(60, 41)).toBe(true);
  expect(isLess(40, 32)).toBe(false);
  expect(isLess(40, 31.9)).toBe(true);
  expect(isLess(200, 176)).toBe(false);
  expect(isLess(200, 175.9)).toBe(true);
  expect(isLess(40, 60)).toBe(false);
});

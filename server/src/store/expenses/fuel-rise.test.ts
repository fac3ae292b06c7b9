import { expect, test } from 'vitest';
import { fuelRise, isLess } from './fuel-rise.ts';

const steady = (litres: number, readings = 10) => Array.from({ length: readings }, () => litres);
const burning = (from: number, to: number) => Array.from({ length: from - to }, (_, index) => from - index);

test('a tank rises by what is between its lowest and its highest', () => {
  expect(fuelRise([...steady(20), ...steady(61)])).toBe(41);
});

test('what is burnt before, between and after does not count against it', () => {
  expect(
    fuelRise([...burning(60, 20), ...steady(20), ...steady(50), ...burning(50, 15), ...steady(15), ...steady(40)]),
  ).toBe(55);
});

test('fuel that moves in the tank, and a reading that jumps, are no fill-up', () => {
  expect(fuelRise([40, 43, 41, 44, 40, 43, 39, 42, 40, 43, 41, 40])).toBe(0);
  expect(fuelRise([...steady(30, 6), 90, ...steady(30, 6)])).toBe(0);
});

test('too few readings say nothing', () => {
  expect(fuelRise([10, 60])).toBeNull();
});

test('a bill may be above the sensor by 8 litres or 12 %, not by more', () => {
  expect(isLess(60, 41)).toBe(true);
  expect(isLess(40, 32)).toBe(false);
  expect(isLess(40, 31.9)).toBe(true);
  expect(isLess(200, 176)).toBe(false);
  expect(isLess(200, 175.9)).toBe(true);
  expect(isLess(40, 60)).toBe(false);
});

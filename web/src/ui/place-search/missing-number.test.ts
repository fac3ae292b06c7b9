import { expect, test } from 'vitest';
import { missesNumber } from './missing-number.ts';

test('a house number that the found place does not have is missing', () => {
  expect(missesNumber('Av. Italia 2500, Buceo', 'Av. Italia, Buceo')).toBe(true);
  expect(missesNumber('Baker Street 221b', 'Baker Street 221, London')).toBe(true);
  expect(missesNumber('Av. Italia 2500', 'Avenida Italia 2500, Montevideo')).toBe(false);
  expect(missesNumber('221B Baker Street', 'Baker Street 221b, London')).toBe(false);
});

test('a number in the name of a street is not a house number', () => {
  expect(missesNumber('18 de julio', 'Av. 18 de Julio, Centro')).toBe(false);
  expect(missesNumber('18 de julio 1234', 'Av. 18 de Julio, Centro')).toBe(true);
  expect(missesNumber('Av. Italia', 'Av. Italia, Buceo')).toBe(false);
});

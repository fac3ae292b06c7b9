import { expect, test } from 'vitest';
import { Fields, hexadecimalIfAny } from './fields.ts';

test('fields are read in order, and none beyond the end', () => {
  const fields = new Fields('a,1.5,,ff, -3');
  expect([fields.text(), fields.number(), fields.numberIfAny(), fields.hex(), fields.number()]).toEqual([
    'a',
    1.5,
    undefined,
    255,
    -3,
  ]);
  expect(fields.left).toBe(0);
  expect(fields.numberIfAny()).toBeUndefined();
  expect(() => fields.text()).toThrow('ends before field 6');
});

test('what is no number is told', () => {
  expect(() => new Fields('1e5').number()).toThrow('"1e5" is no number');
  expect(() => new Fields('xy').hex()).toThrow('no hexadecimal');
});

test('hexadecimal digits alone are a number', () => {
  const said = ['0', '1F', 'aF', 'fffffffffffff'].map(hexadecimalIfAny);
  expect(said).toEqual([0, 31, 175, 2 ** 52 - 1]);
  const none = ['', ' 1', '1g', 'G', '@', '`', '-1', '1.', '10000000000000', undefined];
  expect(none.map(hexadecimalIfAny)).toEqual(none.map(() => undefined));
});

test('the rest is as it came, up to a field or to the end', () => {
  const fields = new Fields('a,b,c,d');
  fields.skip();
  expect(fields.rest(3)).toBe('b,c');
  expect(fields.rest()).toBe('d');
});

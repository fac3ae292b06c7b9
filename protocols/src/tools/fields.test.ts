import { array, assert, constantFrom, integer, pre, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, Fields, hexadecimalIfAny } from './fields.ts';

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
  expect(new Fields('4,1').numberIfAny()).toBe(4);
  const odd = new Fields('3f,7');
  expect([odd.numberIfAny(), odd.numberIfAny()]).toEqual([undefined, 7]);
  expect(() => fields.text()).toThrow('ends before field 6');
});

test('a non-number is reported', () => {
  // More digits than a number can have.
  expect(() => decimal('9'.repeat(400))).toThrow('is no number');
  expect(() => new Fields('f'.repeat(300)).hex()).toThrow('no hexadecimal');
  expect(() => new Fields('1e5').number()).toThrow('"1e5" is no number');
  expect(() => new Fields('xy').hex()).toThrow('no hexadecimal');
});

test('a decimal number parses as in the language', () => {
  const digitsOf = array(integer({ min: 0, max: 9 }), { maxLength: 20 }).map((digits) => digits.join(''));
  const written = tuple(constantFrom('', '-', '+', ' '), digitsOf, constantFrom('', '.'), digitsOf);
  assert(
    property(written, ([sign, whole, point, part]) => {
      pre(whole + part !== '');
      const text = `${sign}${whole}${point}${part}`;
      expect(new Fields(`x,${text},y`, ',').field(1)).toBe(text);
      const fields = new Fields(`x;;${text};;y`, ';;');
      fields.skip();
      expect(fields.number()).toBe(Number(text));
      expect(decimal(text)).toBe(Number(text));
    }),
    { numRuns: 2000 },
  );
});

test('an index out of range is not a field', () => {
  const fields = new Fields('a,b');
  expect([fields.peek(-1), fields.peek(1), fields.peek(2), fields.field(2)]).toEqual([
    undefined,
    'b',
    undefined,
    undefined,
  ]);
  expect(fields.find((field) => field === 'b')).toBe(1);
  expect(fields.find((field) => field === 'c')).toBe(-1);
  for (const none of ['', ' ', '-', '.', '1.2.3', '1-', '1 2', '٣'])
    expect(() => decimal(none)).toThrow('is no number');
});

test('only hexadecimal digits are a number', () => {
  const decoded = ['0', '1F', 'aF', 'fffffffffffff'].map(hexadecimalIfAny);
  expect(decoded).toEqual([0, 31, 175, 2 ** 52 - 1]);
  const none = ['', ' 1', '1g', 'G', '@', '`', '-1', '1.', '10000000000000', undefined];
  expect(none.map(hexadecimalIfAny)).toEqual(none.map(() => undefined));
});

test('the rest is returned unchanged, up to a field or to the end', () => {
  const fields = new Fields('a,b,c,d');
  fields.skip();
  expect(fields.rest(3)).toBe('b,c');
  expect(fields.rest()).toBe('d');
});

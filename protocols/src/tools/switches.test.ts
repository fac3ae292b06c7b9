import { expect, test } from 'vitest';
import { Fields } from './fields.ts';
import { digitSwitches, onOff, switches } from './switches.ts';

test('a digit means on or off, and no other character does', () => {
  expect(['1', '0', '', '2', 'A', '01', undefined].map(onOff)).toEqual([true, false, ...Array(5).fill(undefined)]);
  const fields = new Fields('1,0,x,');
  expect(Array.from({ length: 5 }, () => fields.switchIfAny())).toEqual([true, false, undefined, undefined, undefined]);
});

test('digits give one switch each, from either end; other characters are omitted', () => {
  expect(digitSwitches('input', '10X', 'first')).toEqual({ input1: true, input2: false });
  expect(digitSwitches('output', '10X', 'last')).toEqual({ output2: false, output3: true });
  expect(Object.keys(digitSwitches('input', '1'.repeat(500), 'last'))).toHaveLength(16);
});

test('bits give one switch each, the lowest first', () => {
  expect(switches('input', 0b101, 4)).toEqual({ input1: true, input2: false, input3: true, input4: false });
});

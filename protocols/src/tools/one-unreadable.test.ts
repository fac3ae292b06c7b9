import { expect, test } from 'vitest';
import { BadFrame } from './bad-frame.ts';
import { Fields } from './fields.ts';
import { allowOneUnreadable } from './one-unreadable.ts';

test('empty fields and one unreadable field are omitted, and those after them are read', () => {
  const { number, hex } = allowOneUnreadable(new Fields('1.5,,x,ff,-2'));
  expect([number(), number(), number(), hex(), number()]).toEqual([1.5, Number.NaN, Number.NaN, 255, -2]);
});

const year = (text: string) => new Date(Date.UTC(Number(text), 0));

test('a clock that was never set does not count as an unreadable field', () => {
  const { time, number } = allowOneUnreadable(new Fields('00/00/00 00:00:00,0,x,2026'));
  expect([time(year), time(year), number()]).toEqual([null, null, Number.NaN]);
  expect(time(year)).toEqual(new Date('2026-01-01T00:00:00Z'));
});

test('a second unreadable field, and the end of the line, are faults', () => {
  const { number } = allowOneUnreadable(new Fields('x,y'));
  expect(number()).toBeNaN();
  expect(number).toThrow(BadFrame);
  expect(allowOneUnreadable(new Fields('1')).number()).toBe(1);
  const short = allowOneUnreadable(new Fields('1'));
  short.number();
  expect(short.number).toThrow(BadFrame);
});

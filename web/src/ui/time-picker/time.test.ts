import { assert, integer, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { stepped, type Time, withPart } from './time.ts';

const seconds = ({ hour, minute, second }: Time) => (hour * 60 + minute) * 60 + second;
const at = (hour: number, minute: number, second = 0): Time => ({ hour, minute, second });

test('hours wrap at 24', () => {
  expect(stepped(at(23, 15), 'hour', 1)).toEqual(at(0, 15));
  expect(stepped(at(0, 15), 'hour', -1)).toEqual(at(23, 15));
  expect(withPart(at(0, 0), 'hour', 24)).toEqual(at(0, 0));
  expect(withPart(at(0, 0), 'hour', 49)).toEqual(at(1, 0));
});

test('minutes and seconds wrap at 60 and carry', () => {
  expect(stepped(at(10, 59), 'minute', 1)).toEqual(at(11, 0));
  expect(stepped(at(23, 59), 'minute', 1)).toEqual(at(0, 0));
  expect(stepped(at(0, 0), 'minute', -1)).toEqual(at(23, 59));
  expect(withPart(at(10, 0), 'minute', 75)).toEqual(at(11, 15));
  expect(stepped(at(23, 59, 59), 'second', 1)).toEqual(at(0, 0, 0));
  expect(stepped(at(0, 0, 0), 'second', -1)).toEqual(at(23, 59, 59));
});

test('is the arithmetic of the seconds of a day, whatever the step', () => {
  const time = record({ hour: nat(23), minute: nat(59), second: nat(59) });
  assert(
    property(time, integer({ min: -200_000, max: 200_000 }), (from, step) => {
      const to = (((seconds(from) + step) % 86_400) + 86_400) % 86_400;
      expect(seconds(stepped(from, 'second', step))).toBe(to);
    }),
  );
});

import { expect, test } from 'vitest';
import { readCookies } from './cookies.ts';

test('reads the pairs of a cookie header', () => {
  expect({ ...readCookies('a=1; XSRF-TOKEN=x_y-z=;b = 2') }).toEqual({ a: '1', 'XSRF-TOKEN': 'x_y-z=', b: '2' });
});

test('of two cookies with one name the first counts', () => {
  expect(readCookies('a=first; a=second').a).toBe('first');
});

test('no header, and an invalid one, give none', () => {
  expect({ ...readCookies(undefined) }).toEqual({});
  expect({ ...readCookies('garbage;;') }).toEqual({});
  expect('toString' in readCookies('a=1')).toBe(false);
});

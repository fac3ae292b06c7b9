import { expect, test } from 'vitest';
import { byteRange } from './send-file.ts';

// The examples of RFC 9110, section 14.1.2, for a representation of 10,000 bytes.
test.each([
  ['bytes=0-499', { start: 0, end: 499 }],
  ['bytes=500-999', { start: 500, end: 999 }],
  ['bytes=-500', { start: 9500, end: 9999 }],
  ['bytes=9500-', { start: 9500, end: 9999 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-20000', { start: 0, end: 9999 }],
  ['bytes=-20000', { start: 0, end: 9999 }],
  ['bytes=10000-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=0-0,-1', null],
  ['bytes=5-4', null],
  ['bytes=-', null],
  ['lines=0-4', null],
  [undefined, null],
])('%s', (header, expected) => {
  expect(byteRange(header, 10_000)).toEqual(expected);
});

import { expect, test } from 'vitest';
import { encodingFor } from './accept-encoding.ts';

// RFC 9110, section 12.5.3, with the examples there.
test.each([
  [undefined, null],
  ['', null],
  ['compress, gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['compress;q=0.5, gzip;q=1.0', 'gzip'],
  ['gzip;q=1.0, identity; q=0.5, *;q=0', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['gzip;q=0.5, identity', null],
  ['identity', null],
  ['brotli, notgzip', null],
])('a request that accepts %j gets %j', (header, encoding) => {
  expect(encodingFor({ headers: { 'accept-encoding': header } })).toBe(encoding);
});

test('chooses only from the offered ones', () => {
  expect(encodingFor({ headers: { 'accept-encoding': 'br' } }, ['zstd'])).toBeNull();
  expect(encodingFor({ headers: { 'accept-encoding': 'br, zstd;q=0.1' } }, ['zstd'])).toBe('zstd');
});

import { expect, test } from 'vitest';
import { checkOrigin } from './origin.ts';

test.each([
  ['http://fleet.example:8080', 'fleet.example:8080'],
  ['https://fleet.example', 'fleet.example'],
  ['https://fleet.example', 'fleet.example:443'],
  ['http://FLEET.example', 'fleet.example'],
  ['http://[::1]:8080', '[::1]:8080'],
])('allows a page of %s to call the host %s', (origin, host) => {
  expect(checkOrigin(origin, host)).toBe(true);
});

test.each([
  ['http://evil.example', 'fleet.example'],
  ['http://fleet.example:9000', 'fleet.example:8080'],
  ['https://fleet.example.evil.example', 'fleet.example'],
  ['null', 'fleet.example'],
  ['', 'fleet.example'],
  ['file://', 'fleet.example'],
  ['http://fleet.example', undefined],
])('refuses a page of %s on the host %s', (origin, host) => {
  expect(checkOrigin(origin, host)).toBe(false);
});

test('a caller without an origin is no browser page', () => {
  expect(checkOrigin(undefined, 'fleet.example')).toBe(true);
});

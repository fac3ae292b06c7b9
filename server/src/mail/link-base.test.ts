import { expect, test } from 'vitest';
import { linkBase, pageBase } from './link-base.ts';

const local = { localAddress: '127.0.0.1', localPort: 8080 };

test('a configured address takes precedence over the request', () => {
  expect(linkBase('https://fleet.example.org', { host: 'evil.example', ...local })).toBe('https://fleet.example.org');
});

test.each([
  ['localhost:8080', '127.0.0.1', 'http://localhost:8080'],
  ['127.0.0.1:8080', '::ffff:127.0.0.1', 'http://127.0.0.1:8080'],
  ['[::1]:8080', '::1', 'http://[::1]:8080'],
  // The port is ours, not the one that the caller sent.
  ['localhost:6666', '127.0.0.1', 'http://localhost:8080'],
])('without one, a request for %s to %s gives links to this machine', (host, localAddress, base) => {
  expect(linkBase(null, { host, localAddress, localPort: 8080 })).toBe(base);
});

test.each([
  ['evil.example', '127.0.0.1'],
  ['localhost.evil.example', '127.0.0.1'],
  ['evil.example#localhost', '127.0.0.1'],
  ['localhost@evil.example', '127.0.0.1'],
  ['localhost:8080', '192.0.2.10'],
  ['fleet.example.org', '192.0.2.10'],
  [undefined, '127.0.0.1'],
])('without one, a request for %s to %s gives none', (host, localAddress) => {
  expect(linkBase(null, { host, localAddress, localPort: 8080 })).toBeNull();
});

test.each([
  ['http://192.0.2.7:8080', '192.0.2.7:8080', 'http://192.0.2.7:8080'],
  ['https://fleet.example', 'fleet.example', 'https://fleet.example'],
  // The page of another site, a call without a page, and a page without an address.
  ['https://evil.example', 'fleet.example', null],
  [undefined, 'fleet.example', null],
  ['null', 'fleet.example', null],
  ['', 'fleet.example', null],
])('a page of %s that calls %s is at %s', (origin, host, base) => {
  expect(pageBase(origin, host)).toBe(base);
});

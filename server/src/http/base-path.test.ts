import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { MENUS } from '@milepost/contract/menus';
import { PUBLIC_PATHS } from '@milepost/contract/public-paths';
import { expect, test } from 'vitest';
import { baseFault, baseOf, createBases, isIngress } from './base-path.ts';

function request(url: string, headers: Record<string, string> = {}, peer = '172.30.32.2'): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  return Object.assign(new IncomingMessage(socket), { url, headers });
}

test.each([
  ['/y/vehicle-info?page=2', '/vehicle-info?page=2'],
  ['/vehicle-info?page=2', '/vehicle-info?page=2'],
  ['/y', '/'],
  ['/y?x=1', '/?x=1'],
  ['/y/', '/'],
  ['/', '/'],
  ['/yard/7', '/yard/7'],
  ['/y/y/7', '/y/7'],
])('below /y the address %s becomes %s, whether the proxy strips the path or passes it on', (address, known) => {
  const bases = createBases({ publicUrl: 'https://fleet.example.org/y', ingressProxies: [] });
  const one = request(address);
  expect(bases.enter(one)).toBe(known);
  expect(baseOf(one)).toBe('/y');
});

test('without a path in PUBLIC_URL, or without PUBLIC_URL, every address stays unchanged', () => {
  for (const publicUrl of [null, 'https://fleet.example.org']) {
    const one = request('/y/7?x=1');
    expect(createBases({ publicUrl, ingressProxies: [] }).enter(one)).toBe('/y/7?x=1');
    expect(baseOf(one)).toBe('');
  }
});

const INGRESS = '/api/hassio_ingress/Zk3-x_9';

test('X-Ingress-Path of an ingress is the base, before that of PUBLIC_URL, and nothing is stripped from the address', () => {
  const bases = createBases({ publicUrl: 'https://fleet.example.org/y', ingressProxies: ['172.30.32.0/23'] });
  const one = request('/live', { 'x-ingress-path': INGRESS });
  expect(bases.enter(one)).toBe('/live');
  expect([baseOf(one), isIngress(one)]).toEqual([INGRESS, true]);
  expect(bases.enter(request('/a/metrics', { 'x-ingress-path': '/a' }))).toBe('/a/metrics');
  expect(bases.enter(request('/y/metrics', { 'x-ingress-path': '/a' }))).toBe('/y/metrics');
});

test('X-Ingress-Path of other clients is ignored', () => {
  const bases = createBases({ publicUrl: null, ingressProxies: ['172.30.32.0/23'] });
  const one = request('/', { 'x-ingress-path': INGRESS }, '10.0.0.9');
  bases.enter(one);
  expect([baseOf(one), isIngress(one)]).toEqual(['', false]);
});

test.each(['//evil.example', '/a/../b', '/..', '/a//b', '/a"><script>', '/a b', 'a', '/a?b', `/${'a'.repeat(300)}`])(
  'X-Ingress-Path %j is invalid',
  (path) => {
    const one = request('/', { 'x-ingress-path': path });
    createBases({ publicUrl: null, ingressProxies: ['172.30.32.0/23'] }).enter(one);
    expect(baseOf(one)).toBe('');
  },
);

test.each(['https://x.example/y', 'https://x.example/y/', 'https://x.example/apps/milepost', 'https://x.example'])(
  '%s can be the base of all addresses',
  (url) => expect(baseFault(url)).toBeNull(),
);

test.each([
  ...MENUS.flatMap(({ path }) => (path === '' ? [] : [path])),
  ...PUBLIC_PATHS,
  ...'live assets settings vehicle-info/7 apps authentication/signin drive'.split(' '),
  ...'y?x=1 y#x y%20z y//z'.split(' '),
])('https://x.example/%s cannot: it is one of our addresses, or no plain path', (path) => {
  expect(baseFault(`https://x.example/${path}`)).not.toBeNull();
});

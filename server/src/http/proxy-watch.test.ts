import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createProxyWatch } from './proxy-watch.ts';

interface Setup {
  trusted?: string[];
  publicUrl?: string;
  secureCookies?: boolean;
}

function watch({ trusted = [], publicUrl, secureCookies = false }: Setup = {}) {
  const lines: string[] = [];
  let now = 1_700_000_000_000;
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const options = { trustedProxies: trusted, publicUrl: publicUrl ?? null, secureCookies };
  const made = createProxyWatch(options, logger, () => now);
  return {
    ...made,
    see: (peer: string | undefined, headers: Record<string, string>) => made.see(requestFrom(peer, headers)),
    /** A request of an administrator. */
    confirm: (peer: string | undefined, headers: Record<string, string>) => {
      made.see(requestFrom(peer, headers));
      made.confirm(requestFrom(peer, headers));
    },
    kinds: () => made.found().map(({ kind }) => kind),
    lines,
    pass: (ms: number) => (now += ms),
  };
}

function requestFrom(peer: string | undefined, headers: Record<string, string>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  return Object.assign(new IncomingMessage(socket), { headers });
}

const FORWARDED = { 'x-forwarded-for': '8.8.8.8' };

test.each(['127.0.0.1', '::1', '::ffff:172.18.0.5', '10.1.2.3', '192.168.1.1', 'fd00::5'])(
  'a forwarded request from %s while no proxy is trusted is found and logged once an hour',
  (peer) => {
    const { confirm, found, lines, pass } = watch();
    expect(found()).toEqual([]);
    for (let i = 0; i < 100; i++) confirm(peer, FORWARDED);
    expect(found()).toMatchObject([{ kind: 'untrusted-proxy', address: peer.replace('::ffff:', '') }]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('Set TRUSTED_PROXIES');
    pass(3_600_000);
    confirm(peer, FORWARDED);
    expect(lines).toHaveLength(2);
    pass(86_400_001);
    expect(found()).toEqual([]);
  },
);

test('nothing is reported for the open internet, for requests without the header, and for trusted proxies', () => {
  const { confirm, found, lines } = watch({ trusted: ['172.18.0.0/16', 'loopback'] });
  confirm('8.8.8.8', FORWARDED);
  confirm('2a00:1450:4001:830::200e', FORWARDED);
  confirm('10.0.0.1', {});
  confirm('172.18.0.9', FORWARDED);
  confirm('::ffff:127.0.0.1', FORWARDED);
  confirm(undefined, FORWARDED);
  expect(found()).toEqual([]);
  expect(lines).toEqual([]);
  // A proxy other than the trusted ones is as bad as none.
  confirm('10.0.0.1', FORWARDED);
  expect(found()).toMatchObject([{ kind: 'untrusted-proxy', address: '10.0.0.1' }]);
});

/** The headers of nginx with only `proxy_pass http://127.0.0.1:8080`: its own address as `Host`, and no `Upgrade`. */
const BARE_NGINX = { host: '127.0.0.1:8080', connection: 'close', origin: 'https://fleet.example.org' };
const SOCKET = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' };
const RIGHT = {
  host: 'fleet.example.org',
  origin: 'https://fleet.example.org',
  'x-forwarded-for': '8.8.8.8',
  'x-forwarded-proto': 'https',
};

test('a proxy without Upgrade, Host and X-Forwarded-For is reported for each, logged once, with the solution', () => {
  const { confirm, kinds, lines } = watch();
  for (let i = 0; i < 10; i++) confirm('127.0.0.1', BARE_NGINX);
  expect(kinds()).toEqual(['proxy-host', 'proxy-client', 'proxy-scheme']);
  for (let i = 0; i < 10; i++) confirm('127.0.0.1', { ...BARE_NGINX, ...SOCKET });
  expect(kinds()).toEqual(['proxy-host', 'proxy-upgrade', 'proxy-client', 'proxy-scheme']);
  expect(lines).toHaveLength(4);
  for (const cure of ['Host $http_host', 'Upgrade $http_upgrade', 'X-Forwarded-For', 'PUBLIC_URL']) {
    expect(lines.join('')).toContain(cure);
  }
});

test('a corrected fault is no longer reported', () => {
  const { confirm, kinds } = watch({ trusted: ['loopback'] });
  confirm('127.0.0.1', { ...BARE_NGINX, ...SOCKET });
  expect(kinds()).not.toEqual([]);
  confirm('127.0.0.1', { ...RIGHT, ...SOCKET, upgrade: 'websocket', connection: 'upgrade' });
  expect(kinds()).toEqual([]);
});

test('with PUBLIC_URL neither the Host nor the scheme that a proxy passes on matters', () => {
  const { confirm, kinds } = watch({ publicUrl: 'https://fleet.example.org/y', secureCookies: true });
  confirm('127.0.0.1', BARE_NGINX);
  expect(kinds()).toEqual(['proxy-client']);
});

test('a page of another site, and a browser without a proxy, are not reported', () => {
  const { confirm, kinds } = watch();
  confirm('10.0.0.7', { host: 'fleet.example.org', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
  confirm('10.0.0.7', { host: '10.0.0.1:8080', origin: 'http://10.0.0.1:8080', ...SOCKET, upgrade: 'websocket' });
  confirm('127.0.0.1', { host: 'localhost:8080', origin: 'http://localhost:8080' });
  expect(kinds()).toEqual([]);
});

test('headers of arbitrary clients are logged once an hour with a short origin, and neither create nor clear a finding', () => {
  const { see, confirm, kinds, lines } = watch({ trusted: ['loopback'] });
  const origin = `https://${'call-this-number.'.repeat(500)}example`;
  for (let i = 0; i < 100; i++) see('127.0.0.1', { ...BARE_NGINX, ...SOCKET, origin });
  for (let i = 0; i < 100; i++) see('10.0.0.7', FORWARDED);
  expect(kinds()).toEqual([]);
  expect(lines).toHaveLength(5);
  for (const line of lines) expect(line.length).toBeLessThan(1000);

  confirm('127.0.0.1', { ...BARE_NGINX, ...SOCKET });
  expect(kinds()).toHaveLength(4);
  see('127.0.0.1', { ...RIGHT, ...SOCKET, upgrade: 'websocket' });
  expect(kinds()).toHaveLength(4);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { clientAddress } from './trusted-proxies.ts';

let fixture: HttpFixture;
beforeAll(async () => {
  fixture = await httpFixture({}, { trustedProxies: ['loopback'] });
});
afterAll(() => fixture.close());

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:567', '1.2.3.4'],
  ['[2001:db8::1]:99', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::ffff:102:304', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:99', '1.2.3.4'],
  ['fe80::1%eth0', 'fe80::1'],
  ['', '127.0.0.1'],
  ['unknown', '127.0.0.1'],
  ['1.2.3.4.5:6', '127.0.0.1'],
  ["1.2.3.4'); DROP--", '127.0.0.1'],
  ['a'.repeat(6000), '127.0.0.1'],
])('a proxy that forwards the client %j means %j', (forwarded, address) => {
  expect(clientAddress(forwarded, '::ffff:127.0.0.1')).toBe(address);
});

test("wrong passwords from behind a proxy that forwards no addresses reach the proxy's own limit", async () => {
  const browser = fixture.browser();
  const body = { route: 'get-csrf-token-preLogin' };
  const first = (await browser.post({ body, headers: browser.headers('fixed') })).json();
  browser.preLoginToken = first.csrfToken;
  const statuses: number[] = [];
  for (let i = 0; i < 25; i++) {
    const headers = { ...browser.headers('preLogin'), 'x-forwarded-for': `garbage${i}` };
    const attempt = { route: 'login', username: `nobody${i}`, password: 'wrong' };
    statuses.push((await browser.post({ body: attempt, headers })).json().status);
  }
  expect(statuses.at(0)).not.toBe(429);
  expect(statuses.at(-1)).toBe(429);
}, 60_000);

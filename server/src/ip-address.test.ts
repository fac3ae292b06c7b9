import { describe, expect, test } from 'vitest';
import { isLoopback } from './auth/loopback.ts';
import { network } from './auth/network.ts';
import { IpNetworks, parseNetwork, plainAddress } from './ip-address.ts';

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['somewhere', 'somewhere'],
  ['0x7f.1', '0x7f.1'],
])('%s is written as %s', (text, plain) => {
  expect(plainAddress(text)).toBe(plain);
});

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['1:2:3::', '1:2:3:0'],
])('limits count %s as %s', (address, counted) => {
  expect(network(address)).toBe(counted);
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['128.0.0.1', false],
  ['::2', false],
  ['', false],
])('%s is this machine: %s', (address, is) => {
  expect(isLoopback(address)).toBe(is);
});

describe('networks', () => {
  const all = new IpNetworks([
    '10.20.0.0/16',
    '192.0.2.7',
    '2001:db8::/32',
    '::ffff:198.51.100.0/120',
    'x',
    '1.2.3.4/33',
  ]);

  test.each([
    '10.20.255.255',
    '::ffff:10.20.0.1',
    '::ffff:a14:1',
    '192.0.2.7',
    '2001:db8:ffff::1',
    '2001:DB8::1%eth0',
    '198.51.100.9',
  ])('contain %s', (address) => {
    expect(all.has(address)).toBe(true);
  });

  test.each(['10.21.0.0', '192.0.2.8', '2001:db9::1', '198.51.101.0', '1.2.3.4', 'x', ''])(
    'do not contain %j',
    (address) => {
      expect(all.has(address)).toBe(false);
    },
  );

  test('of all addresses are written with /0; an invalid one is refused', () => {
    expect(new IpNetworks(['0.0.0.0/0']).has('8.8.8.8')).toBe(true);
    expect(new IpNetworks(['::/0']).has('2001:db8::1')).toBe(true);
    // The IPv6 form of an IPv4 address counts as IPv4.
    for (const wide of ['::/0', '::/16', '::/64', '::/80']) expect(new IpNetworks([wide]).has('8.8.8.8')).toBe(false);
    for (const wrong of [
      '',
      '10.0.0.0/',
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      '::/129',
      '10.0.0/8',
      '::ffff:1.2.3.4/95',
      '0x0a.1',
    ])
      expect([wrong, parseNetwork(wrong)]).toEqual([wrong, null]);
  });
});

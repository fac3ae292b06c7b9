import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '::ffff:8.8.8.8',
  // The same in the notation of URLs.
  '::ffff:0808:0808',
  '2001:200::1',
  '3ffe:ffff::1',
])('%s is on the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::FFFF:A9FE:A9FE',
  '0:0:0:0:0:ffff:169.254.169.254',
  // NAT64 (RFC 6052), with a prefix of one's own (RFC 8215), 6to4 (RFC 3056), Teredo (RFC 4380), translated (RFC 6145),
  // compatible (RFC 4291, section 2.5.5.1): the embedded address can be anything.
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '::ffff:0:8.8.8.8',
  '::8.8.8.8',
  '::808:808',
  // Discard (RFC 6666), documentation (RFC 3849, RFC 9637), segment routing (RFC 9602), site-local (RFC 3879).
  '100::1',
  '2001:db8::1',
  '5f00::1',
  'fec0::1',
  // Numbers that some resolvers accept as 127.0.0.1.
  '0x7f.0.0.1',
  '0177.0.0.1',
  '2130706433',
  '127.1',
  'fd00::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '::ffff:0:127.0.0.1',
  '1fff::1',
  '4000::1',
  '3fff:fff::1',
  'not an address',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

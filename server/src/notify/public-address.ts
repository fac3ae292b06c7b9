import { BlockList, isIP } from 'node:net';

/**
 * Addresses that are not of the open internet: this host, private and shared networks, link-local (the metadata services
 * of clouds among them), documentation, multicast, reserved. IANA's special-purpose registries, RFC 6890.
 */
const INNER_4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/**
 * All but 2000::/3, the only part of IPv6 that is given out, and of that what IANA keeps for itself. Among them are those
 * that carry an IPv4 address (mapped, translated, NAT64, 6to4 and Teredo); what is inside may be anything.
 */
const INNER_6: [string, number][] = [
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
];

const inner4 = new BlockList();
for (const [network, bits] of INNER_4) inner4.addSubnet(network, bits, 'ipv4');
const inner6 = new BlockList();
for (const [network, bits] of INNER_6) inner6.addSubnet(network, bits, 'ipv6');

/** Whether an IP address belongs to the open internet. False for what is no address. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  const family = isIP(bare);
  if (family === 4) return !inner4.check(bare, 'ipv4');
  if (family !== 6) return false;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return isPublicAddress(mapped);
  return !inner6.check(bare, 'ipv6');
}

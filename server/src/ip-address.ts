import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * An address as sockets, proxies and people write it; null where it is none. IPv4 in the form of IPv6 (`::ffff:1.2.3.4`,
 * RFC 4291, section 2.5.5.2) is IPv4; a zone (`%eth0`) is left out. `isIP` first: the library also takes `0x7f.1`.
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text.replace(/%.*$/, '');
  if (isIP(bare) === 0) return null;
  const address = ipaddr.parse(bare);
  // The library takes `::1.2.3.4` for a mapped address, too, which is another (section 2.5.5.1).
  return address.kind() === 'ipv6' && /^[0:]*:ffff:/i.test(bare) ? ipaddr.process(bare) : address;
}

/** An address in the one spelling by which limits are counted (RFC 5952); what is no address stays as it is. */
export const plainAddress = (text: string): string =>
  isIP(text) === 4 ? text : (parseAddress(text)?.toString() ?? text);

/** An address or a network in CIDR notation; null where it is neither. */
export function parseNetwork(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | null {
  const [before = '', prefix, more] = text.split('/');
  const address = parseAddress(before);
  if (!address || more !== undefined || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return null;
  const family = address.kind();
  const most = family === 'ipv4' ? 32 : 128;
  const isMapped = family === 'ipv4' && before.includes(':');
  const bits = prefix === undefined ? most : Number(prefix) - (isMapped ? 96 : 0);
  return bits >= 0 && bits <= most ? { address: address.toString(), bits, family } : null;
}

/**
 * Addresses and networks in CIDR notation, IPv4 and IPv6. What is neither holds nothing. A list of Node's own, which
 * looks through a thousand networks in a microsecond: devices that are shut out knock often. One for each family, for in
 * a common one `::/64` would hold all of IPv4, in its form of IPv6.
 */
export class IpNetworks {
  readonly #lists = { ipv4: new BlockList(), ipv6: new BlockList() };

  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const parsed = parseNetwork(network);
      if (parsed) this.#lists[parsed.family].addSubnet(parsed.address, parsed.bits, parsed.family);
    }
  }

  has(address: string): boolean {
    const plain = plainAddress(address);
    const version = isIP(plain);
    const family = version === 4 ? 'ipv4' : 'ipv6';
    return version !== 0 && this.#lists[family].check(plain, family);
  }
}

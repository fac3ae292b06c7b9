import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Parses an address as sockets, proxies and people write it; null when it is invalid. IPv4 in IPv6 form
 * (`::ffff:1.2.3.4`, RFC 4291, section 2.5.5.2) is IPv4; a zone (`%eth0`) is dropped. `isIP` is called first, because
 * the library also accepts `0x7f.1`.
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text.replace(/%.*$/, '');
  if (isIP(bare) === 0) return null;
  const address = ipaddr.parse(bare);
  // The library also treats `::1.2.3.4` as a mapped address, which it is not (section 2.5.5.1).
  return address.kind() === 'ipv6' && /^[0:]*:ffff:/i.test(bare) ? ipaddr.process(bare) : address;
}

/**
 * An address in the canonical form (RFC 5952) by which limits are counted; text that is no address stays unchanged.
 */
export const plainAddress = (text: string): string =>
  isIP(text) === 4 ? text : (parseAddress(text)?.toString() ?? text);

/** Parses an address or a network in CIDR notation; null when it is neither. */
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
 * Addresses and networks in CIDR notation, IPv4 and IPv6; invalid entries match nothing. Uses Node's BlockList, which
 * checks a thousand networks in a microsecond, because blocked devices reconnect often. One list per family, since in a
 * common one `::/64` would match all of IPv4 in its IPv6 form.
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

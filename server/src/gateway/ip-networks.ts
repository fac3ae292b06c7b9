import { BlockList, isIP } from 'node:net';

/** An IPv4 address as sockets of IPv6 tell it. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

export const plainAddress = (address: string): string => address.replace(MAPPED, '').replace(/%.*$/, '');

/** Addresses and networks in CIDR notation, IPv4 and IPv6. What is neither holds nothing. */
export class IpNetworks {
  readonly #list = new BlockList();

  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', prefix] = network.split('/');
      const family = familyOf(address);
      if (!family) continue;
      if (prefix === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(prefix), family);
    }
  }

  has(address: string): boolean {
    const plain = plainAddress(address);
    const family = familyOf(plain);
    return family !== null && this.#list.check(plain, family);
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6';
}

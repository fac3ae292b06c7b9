import { IpNetworks, parseAddress, plainAddress } from '../ip-address.ts';

/** Names of networks that Fastify also supports. */
export const NETWORK_ALIASES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * The address of a client according to a trusted proxy, which may include a port, brackets, or an IPv4 address as IPv6;
 * the address of the proxy when it gives none. Always in the same spelling, because limits are counted by it.
 */
export function clientAddress(forwarded: string, peer: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(forwarded)?.[1] ?? /^([\d.]+):\d+$/.exec(forwarded)?.[1] ?? forwarded;
  return parseAddress(bare)?.toString() ?? plainAddress(peer);
}

/**
 * Builds a check of whether an address is a trusted proxy, from the entries of TRUSTED_PROXIES: addresses, networks and
 * names of networks.
 */
export function proxyTrust(entries: readonly string[]): (address: string) => boolean {
  const list = new IpNetworks(entries.flatMap((one) => NETWORK_ALIASES[one] ?? [one]));
  return (address) => list.has(address);
}

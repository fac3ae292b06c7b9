import { IpNetworks, parseAddress, plainAddress } from '../ip-address.ts';

/** Names of networks that Fastify knows, too. */
export const NETWORK_ALIASES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * The address of a client as a proxy of ours names it, which may be with a port, in brackets, or an IPv4 one as IPv6;
 * that of the proxy where it names none. Always in one spelling, for limits are counted by it.
 */
export function clientAddress(forwarded: string, peer: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(forwarded)?.[1] ?? /^([\d.]+):\d+$/.exec(forwarded)?.[1] ?? forwarded;
  return parseAddress(bare)?.toString() ?? plainAddress(peer);
}

/** Whether an address is a proxy of ours, by the entries of TRUSTED_PROXIES: addresses, networks and names of networks. */
export function proxyTrust(entries: readonly string[]): (address: string) => boolean {
  const list = new IpNetworks(entries.flatMap((one) => NETWORK_ALIASES[one] ?? [one]));
  return (address) => list.has(address);
}

import { BlockList, isIP, SocketAddress } from 'node:net';

/** Names of networks that Fastify knows, too. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** An IPv4 address that arrives over an IPv6 socket, as the plain one. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * The address of a client as a proxy of ours names it, which may be with a port, in brackets, or an IPv4 one as IPv6;
 * that of the proxy where it names none. Always in one spelling, for limits are counted by it.
 */
export function clientAddress(named: string, peer: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(named)?.[1] ?? /^([\d.]+):\d+$/.exec(named)?.[1] ?? named;
  const address = bare.split('%')[0] ?? '';
  const family = isIP(address);
  if (family === 0) return plainAddress(peer);
  return family === 4 ? address : plainAddress(new SocketAddress({ address, family: 'ipv6' }).address);
}

/** Whether an address is a proxy of ours, by the entries of TRUSTED_PROXIES: addresses, networks and names of networks. */
export function proxyTrust(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries.flatMap((one) => NAMED[one] ?? [one])) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = plainAddress(address);
    const family = isIP(plain);
    return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
  };
}

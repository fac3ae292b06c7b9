import { parseAddress } from '../ip-address.ts';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True when an address is a loopback address. */
export const isLoopback = (address: string): boolean => parseAddress(address)?.range() === 'loopback';

/** True when a `Host` header, with or without a port, refers to this machine. */
export function isLoopbackName(host: string): boolean {
  return LOOPBACK_NAMES.has(host.replace(/:\d+$/, '').toLowerCase());
}

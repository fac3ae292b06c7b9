import { parseAddress } from '../ip-address.ts';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address is one of this machine alone. */
export const isLoopback = (address: string): boolean => parseAddress(address)?.range() === 'loopback';

/** Whether a `Host` header, with or without a port, names this very machine. */
export function isLoopbackName(host: string): boolean {
  return LOOPBACK_NAMES.has(host.replace(/:\d+$/, '').toLowerCase());
}

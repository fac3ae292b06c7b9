import { parseAddress } from '../ip-address.ts';

/** The address, of IPv6 its /64 as four groups: one machine has all the addresses of it. */
export function network(text: string): string {
  if (!text.includes(':')) return text;
  const address = parseAddress(text);
  if (!address) return text;
  if (!('parts' in address)) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

import { parseAddress } from '../ip-address.ts';

/** The address, or the /64 of IPv6 as four groups, since one machine has all its addresses. */
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

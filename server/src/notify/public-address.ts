import { parseAddress } from '../ip-address.ts';

/** 2000::/3 is the only part of IPv6 allocated for global unicast (RFC 4291, section 2.4, and IANA's registry). */
const isGlobalUnicast = ([first = 0]: readonly number[]) => first >> 13 === 1;

/**
 * True when an IP address is on the public internet. False for text that is no address; for loopback, private, shared,
 * link-local (including cloud metadata services), documentation, multicast and reserved addresses (IANA's
 * special-purpose registries, RFC 6890); and for IPv6 addresses that embed another address: NAT64, 6to4, Teredo.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (!address || address.range() !== 'unicast') return false;
  return 'parts' in address ? isGlobalUnicast(address.parts) : true;
}

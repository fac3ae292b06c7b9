import { parseAddress } from '../ip-address.ts';

/** The only part of IPv6 that is given out (RFC 4291, section 2.4, and IANA's registry): 2000::/3. */
const isGivenOut = ([first = 0]: readonly number[]) => first >> 13 === 1;

/**
 * Whether an IP address belongs to the open internet. False for what is no address, and for this host, private and shared
 * networks, link-local (the metadata services of clouds among them), documentation, multicast and reserved ones (IANA's
 * special-purpose registries, RFC 6890), and those of IPv6 that carry another address: NAT64, 6to4, Teredo.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (!address || address.range() !== 'unicast') return false;
  return 'parts' in address ? isGivenOut(address.parts) : true;
}

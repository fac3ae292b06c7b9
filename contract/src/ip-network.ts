import { z } from 'zod';

/** An address or a network in CIDR notation, IPv4 or IPv6, as in `10.20.0.0/16` or `2001:db8::/32`. */
export const IpNetwork = z
  .string('Enter a network.')
  .trim()
  .max(50)
  .refine(
    (text) => [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((schema) => schema.safeParse(text).success),
    'Enter an address or a network, such as 10.20.0.0/16.',
  );

/** The only networks from which devices may report; empty: any. */
export const IpNetworks = z.array(IpNetwork).max(50, 'Use at most 50 networks.');

import { z } from 'zod';
import { faultCode } from './fault.ts';

/** An address or a network in CIDR notation, IPv4 or IPv6, as in `10.20.0.0/16` or `2001:db8::/32`. */
export const IpNetwork = z
  .string(faultCode('enter-network'))
  .trim()
  .max(50, faultCode('at-most-characters'))
  .refine(
    (text) => [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((schema) => schema.safeParse(text).success),
    faultCode('enter-network'),
  );

/** The only networks from which devices can report; empty: any. */
export const IpNetworks = z.array(IpNetwork).max(50);

import { z } from 'zod';
import { Empty, Id, Instant, optionalText } from './common.ts';
import { IpNetwork } from './ip-network.ts';
import { grant, route } from './route.ts';

/** A network (an address; of IPv6 a /64) that named unknown identities. */
export const Prober = z.object({
  network: z.string(),
  /** Unknown identities lately, and requests that were turned away. */
  misses: z.number().int(),
  refused: z.number().int(),
  /** Known devices that report from there: they are stored, but told to come again until nobody guesses. */
  waiting: z.number().int(),
  since: Instant,
  lastAt: Instant,
  /** Null where it may name another at once. */
  limitedUntil: Instant.nullable(),
});
export type Prober = z.infer<typeof Prober>;

/** A network that no device port hears. */
export const BlockedNetwork = z.object({
  id: Id,
  network: z.string(),
  note: z.string().nullable(),
  blockedBy: z.string().nullable(),
  blockedAt: Instant,
});
export type BlockedNetwork = z.infer<typeof BlockedNetwork>;

const connecting = grant('connect-device');

/** Who guesses at the device ports, and who is not heard there: of the whole installation, so for the root organisation. */
export const gatewayGuardRoutes = {
  /** Empty for other organisations than the root. */
  'get-guesser-list': route({
    access: connecting('view'),
    limited: 'denied',
    bounds: { 'guessers[]': 50, 'blocked[]': 'as many as can be shut out' },
    input: Empty,
    output: z.object({ guessers: z.array(Prober), guessersTotal: z.number().int(), blocked: z.array(BlockedNetwork) }),
  }),
  /** Also ends the connections from there. `unblock-network` undoes it. */
  'block-network': route({
    access: connecting('edit'),
    limited: 'denied',
    example: { network: '192.0.2.0/24' },
    input: z.object({ network: IpNetwork, note: optionalText(200) }),
    output: z.object({ id: Id }),
  }),
  'unblock-network': route({
    access: connecting('edit'),
    limited: 'denied',
    subject: 'installation-wide',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
};

import { z } from 'zod';
import { Empty, Id, Instant, optionalText } from './common.ts';
import { IpNetwork } from './ip-network.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';

/** A network (an IPv4 address, or an IPv6 /64) that sent unknown identities. */
export const Prober = z.object({
  network: z.string(),
  /** Recent unknown identities, and refused requests. */
  misses: z.number().int(),
  refused: z.number().int(),
  /**
   * Known devices that report from there: their reports are stored, but they are asked to retry until the probing ends.
   */
  waiting: z.number().int(),
  since: Instant,
  lastAt: Instant,
  /** Null if it can immediately send another unknown identity. */
  limitedUntil: Instant.nullable(),
});
export type Prober = z.infer<typeof Prober>;

/** A network from which no device port accepts anything. */
export const BlockedNetwork = z.object({
  id: Id,
  network: z.string(),
  note: z.string().nullable(),
  blockedBy: z.string().nullable(),
  blockedAt: Instant,
});
export type BlockedNetwork = z.infer<typeof BlockedNetwork>;

const connecting = grant('connect-device');

/**
 * The probers at the device ports and the blocked networks. They concern the whole installation, so they belong to the
 * root organisation.
 */
export const gatewayGuardOperations = {
  'get-guesser-list': operation({
    summary: 'Lists networks that probe for identities, and blocked ones; empty except for the root organisation.',
    access: connecting('view'),
    limited: 'denied',
    bounds: { 'guessers[]': 50, 'blocked[]': 'as many as can be shut out' },
    input: Empty,
    output: z.object({ guessers: z.array(Prober), guessersTotal: z.number().int(), blocked: z.array(BlockedNetwork) }),
  }),
  'block-network': operation({
    summary: 'Blocks a network for devices and ends its connections. `unblock-network` undoes it.',
    access: connecting('edit'),
    limited: 'denied',
    audit: 'blocked-network',
    errors: [409],
    unversioned: 'creates a new record',
    example: { network: '192.0.2.0/24' },
    input: z.object({ network: IpNetwork, note: optionalText(200) }),
    output: z.object({ id: Id }),
  }),
  'unblock-network': operation({
    summary: 'Unblocks a network for devices.',
    access: connecting('edit'),
    limited: 'denied',
    subject: 'installation-wide',
    audit: 'blocked-network',
    errors: [404],
    unversioned: 'ends the whole record',
    ...ID_INPUT,
    output: Empty,
  }),
};

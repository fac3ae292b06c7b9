import { z } from 'zod';
import { Empty, Id, Instant, optionalLines } from './common.ts';
import { LinkEnd, LinkToken } from './public-link.ts';
import { grant, route } from './route.ts';

/** A driver who has no account that reads messages. */
export const OfflineDriver = z.object({
  id: Id,
  name: z.string(),
  /** Without a telephone nothing can be sent: the sender passes the link on. */
  hasPhone: z.boolean(),
});
export type OfflineDriver = z.infer<typeof OfflineDriver>;

/** The state of a message to a driver without an account. */
export const DriverReceipt = z.object({
  id: Id,
  name: z.string(),
  /** Null: the sender passes the link on. `unknown`: the provider may have sent it. */
  sms: z.enum(['sending', 'sent', 'failed', 'unknown']).nullable(),
  openedAt: Instant.nullable(),
  /** When the driver confirmed reading it. */
  readAt: Instant.nullable(),
  answer: z.string().nullable(),
  expiresAt: Instant,
  ended: LinkEnd.exclude(['unknown']).nullable(),
});
export type DriverReceipt = z.infer<typeof DriverReceipt>;

/** The content of the link to a message. */
export const DriverMessage = z.object({
  organisation: z.string(),
  /** The time zone of the organisation, in which times are written. */
  timeZone: z.string(),
  from: z.string(),
  subject: z.string(),
  /** With the same formatting as in the application. */
  html: z.string(),
  at: Instant,
  readAt: Instant.nullable(),
  answer: z.string().nullable(),
});
export type DriverMessage = z.infer<typeof DriverMessage>;

export const MOST_ANSWER = 300;
const shown = z.object({
  /** Null if the link no longer shows anything; `ended` states why. */
  message: DriverMessage.nullable(),
  ended: LinkEnd.nullable(),
});
// As for all messages: a script cannot act in a person's name.
const create = { ...grant('messages')('create'), person: true } as const;

export const driverMessageRoutes = {
  /** The message as the holder of a link reads it, without an account. */
  'get-driver-message': route({
    access: 'anyone',
    csrf: 'fixed',
    example: { token: 'none' },
    input: z.object({ token: LinkToken }),
    output: shown,
  }),
  /** Confirms that the driver read it, optionally with a short reply; a later reply replaces the earlier one. */
  'answer-driver-message': route({
    access: 'anyone',
    csrf: 'fixed',
    example: { token: 'none' },
    input: z.object({ token: LinkToken, answer: optionalLines(MOST_ANSWER) }),
    output: shown,
  }),
  /** Replaces the link by a new one to pass on; it is returned only this once. */
  'renew-driver-link': route({
    access: create,
    limited: 'allowed',
    subject: 'driverReceipt',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: z.object({ token: z.string() }),
  }),
  /** The link stops working immediately. */
  'revoke-driver-link': route({
    access: create,
    limited: 'allowed',
    subject: 'driverReceipt',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
};

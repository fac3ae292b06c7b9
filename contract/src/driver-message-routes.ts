import { z } from 'zod';
import { Empty, Id, Instant, optionalLines } from './common.ts';
import { LinkEnd, LinkToken } from './public-link.ts';
import { grant, route } from './route.ts';

/** A driver without an account that reads messages. */
export const OfflineDriver = z.object({
  id: Id,
  name: z.string(),
  /** Without one nothing can be sent: the sender passes the link on. */
  hasPhone: z.boolean(),
});
export type OfflineDriver = z.infer<typeof OfflineDriver>;

/** What became of a message at a driver without an account. */
export const DriverReceipt = z.object({
  id: Id,
  name: z.string(),
  /** Null: the sender passes the link on. `unknown`: the provider may have sent it. */
  sms: z.enum(['sending', 'sent', 'failed', 'unknown']).nullable(),
  openedAt: Instant.nullable(),
  /** When the driver said so. */
  readAt: Instant.nullable(),
  answer: z.string().nullable(),
  expiresAt: Instant,
  ended: LinkEnd.exclude(['unknown']).nullable(),
});
export type DriverReceipt = z.infer<typeof DriverReceipt>;

/** All that the link to a message shows. */
export const DriverMessage = z.object({
  organisation: z.string(),
  /** Of the organisation: times are written in it. */
  timeZone: z.string(),
  from: z.string(),
  subject: z.string(),
  /** Of the same marks as in the application. */
  html: z.string(),
  at: Instant,
  readAt: Instant.nullable(),
  answer: z.string().nullable(),
});
export type DriverMessage = z.infer<typeof DriverMessage>;

export const MOST_ANSWER = 300;
const shown = z.object({
  /** Null where the link shows nothing any more, and `ended` says why. */
  message: DriverMessage.nullable(),
  ended: LinkEnd.nullable(),
});
// As all of messages: no script acts in a person's name.
const create = { ...grant('messages')('create'), person: true } as const;

export const driverMessageRoutes = {
  /** What the holder of a link reads, without an account. */
  'get-driver-message': route({
    access: 'anyone',
    csrf: 'fixed',
    example: { token: 'none' },
    input: z.object({ token: LinkToken }),
    output: shown,
  }),
  /** The driver has read it, and may answer in a few words; a later answer takes the place of the one before. */
  'answer-driver-message': route({
    access: 'anyone',
    csrf: 'fixed',
    example: { token: 'none' },
    input: z.object({ token: LinkToken, answer: optionalLines(MOST_ANSWER) }),
    output: shown,
  }),
  /** Another link to pass on, in place of the one there was; given here and nowhere again. */
  'renew-driver-link': route({
    access: create,
    limited: 'allowed',
    subject: 'driverReceipt',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: z.object({ token: z.string() }),
  }),
  /** The link stops working at once. */
  'revoke-driver-link': route({
    access: create,
    limited: 'allowed',
    subject: 'driverReceipt',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
};

import { z } from 'zod';
import { Empty, Id, Instant, optionalLines } from './common.ts';
import { LinkEndReason, LinkToken } from './public-link.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';

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
  ended: LinkEndReason.exclude(['unknown']).nullable(),
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

export const MAX_ANSWER_LENGTH = 300;
const shown = z.object({
  /** Null if the link no longer shows anything; `ended` states why. */
  message: DriverMessage.nullable(),
  ended: LinkEndReason.nullable(),
});
// As for all messages: a script cannot act in a person's name.
const create = { ...grant('messages')('create'), person: true } as const;

export const driverMessageOperations = {
  'get-driver-message': operation({
    summary: 'Returns the message that a driver link is for, to its holder without an account.',
    access: 'anyone',
    csrf: 'fixed',
    example: { token: 'none' },
    input: z.object({ token: LinkToken }),
    output: shown,
  }),
  'answer-driver-message': operation({
    summary: 'Marks a message as read by the driver and stores a short answer; a later answer replaces it.',
    access: 'anyone',
    csrf: 'fixed',
    unversioned: 'the latest answer is meant to replace the former one',
    example: { token: 'none' },
    input: z.object({ token: LinkToken, answer: optionalLines(MAX_ANSWER_LENGTH) }),
    output: shown,
  }),
  'renew-driver-link': operation({
    summary: 'Creates another link to a message for a driver and ends the former one. The token is returned only once.',
    access: create,
    limited: 'allowed',
    subject: 'driverReceipt',
    audit: 'message',
    errors: [404, 409],
    unversioned: 'creates a secret that replaces any other',
    ...ID_INPUT,
    output: z.object({ token: z.string() }),
  }),
  'revoke-driver-link': operation({
    summary: 'Revokes the link to a message immediately.',
    access: create,
    limited: 'allowed',
    subject: 'driverReceipt',
    audit: 'message',
    errors: [404],
    unversioned: 'ends the whole record',
    ...ID_INPUT,
    output: Empty,
  }),
};

import { z } from 'zod';
import { Empty, Id, Instant, listInput, listOutput, optionalLines, optionalText, searchText } from './common.ts';
import { DriverReceipt, OfflineDriver } from './driver-message-routes.ts';
import { faultCode } from './fault.ts';
import { MOST_FILES } from './file-kinds.ts';
import {
  MESSAGE_BOXES,
  MOST_RECIPIENT_DRIVERS,
  MOST_RECIPIENT_GROUPS,
  MOST_RECIPIENTS,
  MOST_RECIPIENT_ROLES,
} from './message-boxes.ts';
import { grant, route } from './route.ts';

const Box = z.enum(MESSAGE_BOXES);
const Ref = z.object({ id: Id, name: z.string() });
const MOST_HTML = 16_000;

/** To whom a message goes, as its sender chose. */
const To = z.object({
  people: z.array(Ref),
  roles: z.array(Ref),
  /** Drivers of these groups of vehicles, and people who are limited to them. */
  groups: z.array(Ref),
  /** Drivers without an account. */
  offline: z.array(Ref),
  /** All drivers who have an account. */
  drivers: z.boolean(),
  /** All of the sender's organisation, and with `below` of those below it. */
  everybody: z.boolean(),
  below: z.boolean(),
});

/** A message as a box lists it. */
export const MessageRow = z.object({
  id: Id,
  subject: z.string(),
  /** Null once the account is gone. */
  from: Ref.nullable(),
  to: To,
  /** When it was sent; of a draft, saved. */
  at: Instant,
  /** By the caller; what one wrote is read. */
  read: z.boolean(),
  files: z.number().int(),
  /** How it begins, without marks. */
  begin: z.string(),
});
export type MessageRow = z.infer<typeof MessageRow>;

const Message = MessageRow.extend({
  /** Of these marks alone: p br strong em u s h2 h3 ul ol li blockquote hr code pre, and a with an address. */
  html: z.string(),
  byMail: z.boolean(),
  draft: z.boolean(),
  replyToId: Id.nullable(),
  /** For its sender: who received it, who has read it first; else empty. */
  receipts: z.array(z.object({ name: z.string(), readAt: Instant.nullable() })),
  /** Likewise for drivers without an account. */
  driverReceipts: z.array(DriverReceipt),
  /** How many received it, and how many have read it; null for others than its sender. */
  counts: z.object({ received: z.number().int(), read: z.number().int() }).nullable(),
});
export type Message = z.infer<typeof Message>;

const ids = (most: number) => z.array(Id).max(most, faultCode('choose-at-most')).default([]);

const MessageInput = z.object({
  /** Of a draft that it replaces. */
  id: Id.optional(),
  peopleIds: ids(MOST_RECIPIENTS),
  roleIds: ids(MOST_RECIPIENT_ROLES),
  groupIds: ids(MOST_RECIPIENT_GROUPS),
  /** Drivers without an account: they get an SMS, or a link that the sender passes on. */
  driverIds: ids(MOST_RECIPIENT_DRIVERS),
  drivers: z.boolean().default(false),
  everybody: z.boolean().default(false),
  below: z.boolean().default(false),
  subject: optionalText(150),
  /** Whatever it may not hold is taken out. */
  html: optionalLines(MOST_HTML).transform((html) => html ?? ''),
  byMail: z.boolean().default(false),
  /** A message that the caller received or wrote. Its sender can be written to, whoever that is. */
  replyToId: Id.nullish().transform((id) => id ?? null),
  /** All files of it. */
  fileIds: ids(MOST_FILES),
});

const messages = grant('messages');
// What people write to each other is read by them alone, and written by no script in their name.
const view = { ...messages('view'), person: true } as const;
const create = { ...messages('create'), person: true } as const;
const inBox = z.object({ id: Id, box: Box.default('inbox') });

export const messageRoutes = {
  'get-message-list': route({
    access: view,
    limited: 'allowed',
    bounds: {
      'rows[].to.offline[]': 'MOST_NAMED_DRIVERS of the input',
      'rows[].to.groups[]': 'MOST_NAMED_GROUPS of the input',
    },
    input: listInput(['at', 'subject']).extend({ box: Box.default('inbox'), unread: z.boolean().optional() }),
    output: listOutput(MessageRow).extend({
      /** In the inbox. */
      unread: z.number().int(),
    }),
  }),
  'get-message-by-id': route({
    access: view,
    limited: 'allowed',
    subject: 'message',
    example: { id: 999_999 },
    bounds: {
      'message.receipts[]': 'MOST_RECEIPTS of the store',
      'message.to.offline[]': 'MOST_NAMED_DRIVERS of the input',
      'message.driverReceipts[]': 'MOST_NAMED_DRIVERS of the input',
      'message.to.groups[]': 'MOST_NAMED_GROUPS of the input',
    },
    input: z.object({ id: Id }),
    output: z.object({ message: Message }),
  }),
  /** Marks one that was received as read, or as not. */
  'read-message': route({
    access: view,
    limited: 'allowed',
    subject: 'message',
    example: { id: 999_999 },
    input: z.object({ id: Id, read: z.boolean().default(true) }),
    output: Empty,
  }),
  /** Keeps it for its writer alone. */
  'keep-message-draft': route({
    access: create,
    limited: 'allowed',
    bodyBytes: 131_072,
    subject: 'message',
    input: MessageInput,
    output: z.object({ id: Id }),
  }),
  /** Puts it into the inboxes of all who are meant, tells them by the bell, and by mail where wanted. */
  'send-message': route({
    access: create,
    limited: 'allowed',
    bodyBytes: 131_072,
    subject: 'message',
    example: { peopleIds: [999_999], subject: 'Hello', html: '<p>Hello</p>' },
    bounds: { 'links[]': 'MOST_NAMED_DRIVERS of the input' },
    input: MessageInput,
    output: z.object({
      id: Id,
      received: z.number().int(),
      /** SMS on their way. */
      sms: z.number().int(),
      /** Links to pass on, which are given here and nowhere again. */
      links: z.array(z.object({ name: z.string(), token: z.string() })),
    }),
  }),
  /** Takes it out of the caller's own box; others keep it. `restore-message` undoes it. */
  'delete-message': route({
    access: view,
    limited: 'allowed',
    subject: 'message',
    example: { id: 999_999 },
    input: inBox,
    output: Empty,
  }),
  'restore-message': route({
    access: view,
    limited: 'allowed',
    subject: 'message',
    example: { id: 999_999 },
    input: inBox,
    output: Empty,
  }),
  /** To whom the caller can write: people by a part of the name, the first fifty, roles, and groups. */
  'get-message-choices': route({
    access: create,
    limited: 'allowed',
    bounds: { 'people[]': 50, 'offline[]': 50, 'roles[]': 10000, 'groups[]': 50 },
    input: z.object({ person: searchText(100) }),
    output: z.object({
      people: z.array(Ref),
      peopleTotal: z.number().int(),
      roles: z.array(Ref),
      rolesTotal: z.number().int(),
      /** Groups of vehicles that have anybody to write to, by the same part of the name. */
      groups: z.array(Ref),
      groupsTotal: z.number().int(),
      /** Drivers without an account, by the same part of the name; none for whoever may not view drivers. */
      offline: z.array(OfflineDriver),
      offlineTotal: z.number().int(),
      /** Whether those with a phone get an SMS. */
      sms: z.boolean(),
      /** Whether any driver has an account. */
      drivers: z.boolean(),
      /** Whether there are organisations below the own one. */
      below: z.boolean(),
    }),
  }),
};

import { z } from 'zod';
import { Empty, Id, Instant, listInput, listOutput, optionalLines, optionalText, searchText } from './common.ts';
import { DriverReceipt, OfflineDriver } from './driver-message-operations.ts';
import { faultCode } from './fault.ts';
import { MAX_FILES } from './file-kinds.ts';
import {
  MESSAGE_BOXES,
  MAX_RECIPIENT_DRIVERS,
  MAX_RECIPIENT_GROUPS,
  MAX_RECIPIENTS,
  MAX_RECIPIENT_ROLES,
} from './message-boxes.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';

const Box = z.enum(MESSAGE_BOXES);
const Ref = z.object({ id: Id, name: z.string() });
const MAX_HTML = 16_000;

/** The recipients of a message, as its sender chose them. */
const To = z.object({
  people: z.array(Ref),
  roles: z.array(Ref),
  /** The drivers of these vehicle groups, and the people who are limited to them. */
  groups: z.array(Ref),
  /** Drivers without an account. */
  offline: z.array(Ref),
  /** All drivers who have an account. */
  drivers: z.boolean(),
  /** All people of the sender's organisation, and with `below` also of those below it. */
  everybody: z.boolean(),
  below: z.boolean(),
});

/** A message in the list of a box. */
export const MessageRow = z.object({
  id: Id,
  subject: z.string(),
  /** Null if the account was deleted. */
  from: Ref.nullable(),
  to: To,
  /** The time when it was sent, or when a draft was saved. */
  at: Instant,
  /** Whether the caller has read it; the caller's own messages count as read. */
  read: z.boolean(),
  files: z.number().int(),
  /** The beginning of the text, without formatting. */
  begin: z.string(),
});
export type MessageRow = z.infer<typeof MessageRow>;

const Message = MessageRow.extend({
  /** Contains only these elements: p br strong em u s h2 h3 ul ol li blockquote hr code pre, and a with an address. */
  html: z.string(),
  byMail: z.boolean(),
  draft: z.boolean(),
  replyToId: Id.nullable(),
  /** For its sender: the recipients, those who have read it first; otherwise empty. */
  receipts: z.array(z.object({ name: z.string(), readAt: Instant.nullable() })),
  /** The same for drivers without an account. */
  driverReceipts: z.array(DriverReceipt),
  /** The number of recipients, and of those who have read it; null for anyone except its sender. */
  counts: z.object({ received: z.number().int(), read: z.number().int() }).nullable(),
});
export type Message = z.infer<typeof Message>;

const ids = (most: number) => z.array(Id).max(most, faultCode('choose-at-most')).default([]);

const MessageInput = z.object({
  /** The draft that it replaces. */
  id: Id.optional(),
  peopleIds: ids(MAX_RECIPIENTS),
  roleIds: ids(MAX_RECIPIENT_ROLES),
  groupIds: ids(MAX_RECIPIENT_GROUPS),
  /** Drivers without an account: they receive an SMS, or a link that the sender passes on. */
  driverIds: ids(MAX_RECIPIENT_DRIVERS),
  drivers: z.boolean().default(false),
  everybody: z.boolean().default(false),
  below: z.boolean().default(false),
  subject: optionalText(150),
  /** Elements and attributes that are not allowed are removed. */
  html: optionalLines(MAX_HTML).transform((html) => html ?? ''),
  byMail: z.boolean().default(false),
  /** A message that the caller received or wrote. Its sender can be a recipient, even if otherwise not selectable. */
  replyToId: Id.nullish().transform((id) => id ?? null),
  /** All files of the message. */
  fileIds: ids(MAX_FILES),
});

const messages = grant('messages');
// Messages can only be read by the people concerned, and no script can write in their name.
const view = { ...messages('view'), person: true } as const;
const create = { ...messages('create'), person: true } as const;
const inBox = z.object({ id: Id, box: Box.default('inbox') });

export const messageOperations = {
  'get-message-list': operation({
    summary: "Lists messages of one of the caller's boxes, a page at a time.",
    access: view,
    limited: 'allowed',
    bounds: {
      'rows[].to.offline[]': 'MAX_RECIPIENT_DRIVERS of the input',
      'rows[].to.groups[]': 'MAX_RECIPIENT_GROUPS of the input',
    },
    input: listInput(['at', 'subject']).extend({ box: Box.default('inbox'), unread: z.boolean().optional() }),
    output: listOutput(MessageRow).extend({
      /** Unread messages in the inbox. */
      unread: z.number().int(),
    }),
  }),
  'get-message-by-id': operation({
    summary: 'Returns one message.',
    access: view,
    limited: 'allowed',
    subject: 'message',
    errors: [404],
    bounds: {
      'message.receipts[]': 'MAX_RECEIPTS of the store',
      'message.to.offline[]': 'MAX_RECIPIENT_DRIVERS of the input',
      'message.driverReceipts[]': 'MAX_RECIPIENT_DRIVERS of the input',
      'message.to.groups[]': 'MAX_RECIPIENT_GROUPS of the input',
    },
    ...ID_INPUT,
    output: z.object({ message: Message }),
  }),
  'read-message': operation({
    summary: 'Marks a received message as read or unread.',
    access: view,
    limited: 'allowed',
    subject: 'message',
    errors: [404],
    unversioned: "belongs to the caller's own account, which one person changes",
    example: { id: 999_999 },
    input: z.object({ id: Id, read: z.boolean().default(true) }),
    output: Empty,
  }),
  'keep-message-draft': operation({
    summary: 'Saves a draft of a message, visible to its author only.',
    access: create,
    limited: 'allowed',
    bodyBytes: 131_072,
    subject: 'message',
    errors: [404, 409],
    unversioned: 'a draft is visible to its author only',
    input: MessageInput,
    output: z.object({ id: Id }),
  }),
  'send-message': operation({
    summary: 'Sends a message to the inboxes of its recipients and notifies them by the bell, and by mail on request.',
    access: create,
    limited: 'allowed',
    bodyBytes: 131_072,
    subject: 'message',
    audit: 'message',
    errors: [404, 409],
    unversioned: 'acts once and overwrites nothing',
    example: { peopleIds: [999_999], subject: 'Hello', html: '<p>Hello</p>' },
    bounds: { 'links[]': 'MAX_RECIPIENT_DRIVERS of the input' },
    input: MessageInput,
    output: z.object({
      id: Id,
      received: z.number().int(),
      /** The number of SMS being sent. */
      sms: z.number().int(),
      /** Links to pass on; they are returned only this once. */
      links: z.array(z.object({ name: z.string(), token: z.string() })),
    }),
  }),
  'delete-message': operation({
    summary: "Removes a message from the caller's own box; others still have it. `restore-message` undoes it.",
    access: view,
    limited: 'allowed',
    subject: 'message',
    errors: [404, 409],
    unversioned: 'deletes the whole record, whoever changed it last',
    example: { id: 999_999 },
    input: inBox,
    output: Empty,
  }),
  'restore-message': operation({
    summary: "Restores a message to the caller's own box.",
    access: view,
    limited: 'allowed',
    subject: 'message',
    errors: [404, 409],
    unversioned: 'restores the record as it was deleted',
    example: { id: 999_999 },
    input: inBox,
    output: Empty,
  }),
  'get-message-choices': operation({
    summary:
      'Returns the recipients to whom the caller may write: people by part of their name, the first 50, roles and groups.',
    access: create,
    limited: 'allowed',
    bounds: { 'people[]': 50, 'offline[]': 50, 'roles[]': 10000, 'groups[]': 50 },
    input: z.object({ person: searchText(100) }),
    output: z.object({
      people: z.array(Ref),
      peopleTotal: z.number().int(),
      roles: z.array(Ref),
      rolesTotal: z.number().int(),
      /** Vehicle groups with at least one possible recipient, by the same part of the name. */
      groups: z.array(Ref),
      groupsTotal: z.number().int(),
      /** Drivers without an account, by the same part of the name; empty without the right to view drivers. */
      offline: z.array(OfflineDriver),
      offlineTotal: z.number().int(),
      /** Whether drivers with a telephone receive an SMS. */
      sms: z.boolean(),
      /** Whether any driver has an account. */
      drivers: z.boolean(),
      /** Whether the caller's organisation has others below it. */
      below: z.boolean(),
    }),
  }),
};

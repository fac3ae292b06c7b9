import { z } from 'zod';
import { ApiToken, AuditEntry, Mail, SignIn } from './admin-operations.ts';
import { Empty, Instant, listInput, listOutput, optionalText, text } from './common.ts';
import { SessionRow } from './profile-operations.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';

const sessions = grant('sessions');
const audit = grant('audit-log');
const tokens = grant('api-tokens');
const outbox = grant('outbox');

/** Logs of sessions, sign-ins, changes and mails; also the tokens of scripts. */
export const logOperations = {
  'get-session-list': operation({
    summary: "Lists sessions of the caller's organisations, a page at a time.",
    access: sessions('view'),
    limited: 'allowed',
    input: listInput(['lastSeenAt', 'username', 'createdAt']),
    output: listOutput(SessionRow),
  }),
  'end-session': operation({
    summary: 'Ends a session.',
    access: sessions('delete'),
    limited: 'allowed',
    subject: 'session',
    audit: 'session',
    errors: [404],
    unversioned: 'ends the whole record',
    ...ID_INPUT,
    output: Empty,
  }),
  'get-sign-in-list': operation({
    summary: 'Lists successful and failed sign-ins, a page at a time.',
    access: sessions('view'),
    limited: 'allowed',
    input: listInput(['at', 'username', 'result']),
    output: listOutput(SignIn),
  }),

  'get-audit-list': operation({
    summary: 'Lists entries of the audit log, a page at a time.',
    access: audit('view'),
    limited: 'denied',
    input: listInput(['at', 'username', 'subject']).extend({ subject: optionalText(40), subjectId: optionalText(40) }),
    output: listOutput(AuditEntry),
  }),

  'get-api-token-list': operation({
    summary: 'Lists API tokens.',
    access: tokens('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 10000 },
    input: Empty,
    output: listOutput(ApiToken),
  }),
  'create-api-token': operation({
    summary:
      "Creates an API token, which acts as its owner with at most the owner's rights and cannot create tokens. The token is shown only once.",
    access: { ...tokens('create'), person: true },
    limited: 'allowed',
    audit: 'api-token',
    errors: [409],
    unversioned: 'creates a new record',
    example: { name: 'Script', readOnly: true },
    input: z.object({
      name: text(60),
      readOnly: z.boolean(),
      expiresAt: Instant.nullish().transform((at) => at ?? null),
    }),
    output: z.object({ token: z.string(), row: ApiToken }),
  }),
  'delete-api-token': operation({
    summary: 'Revokes an API token.',
    access: { ...tokens('delete'), person: true },
    limited: 'allowed',
    subject: 'token',
    audit: 'api-token',
    errors: [404],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),

  'get-mail-list': operation({
    summary: 'Lists sent mails, without the links in them. It requires a right of its own and is closed to API tokens.',
    access: { ...outbox('view'), person: true },
    limited: 'denied',
    input: listInput(['at', 'to', 'subject', 'state']),
    output: listOutput(Mail),
  }),
};

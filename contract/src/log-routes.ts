import { z } from 'zod';
import { ApiToken, AuditEntry, Mail, SignIn } from './admin-routes.ts';
import { Empty, Id, Instant, listInput, listOutput, optionalText, text } from './common.ts';
import { SessionRow } from './profile-routes.ts';
import { grant, route } from './route.ts';

const sessions = grant('sessions');
const audit = grant('audit-log');
const tokens = grant('api-tokens');
const outbox = grant('outbox');

/** Logs of sessions, sign-ins, changes and mails; also the tokens of scripts. */
export const logRoutes = {
  'get-session-list': route({
    access: sessions('view'),
    limited: 'allowed',
    input: listInput(['lastSeenAt', 'username', 'createdAt']),
    output: listOutput(SessionRow),
  }),
  'end-session': route({
    access: sessions('delete'),
    limited: 'allowed',
    subject: 'session',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
  'get-sign-in-list': route({
    access: sessions('view'),
    limited: 'allowed',
    input: listInput(['at', 'username', 'result']),
    output: listOutput(SignIn),
  }),

  'get-audit-list': route({
    access: audit('view'),
    limited: 'denied',
    input: listInput(['at', 'username', 'subject']).extend({ subject: optionalText(40), subjectId: optionalText(40) }),
    output: listOutput(AuditEntry),
  }),

  'get-api-token-list': route({
    access: tokens('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 10000 },
    input: Empty,
    output: listOutput(ApiToken),
  }),
  /**
   * The token is returned only this once; it acts as its creator, with at most the creator's rights. A token cannot
   * create another one.
   */
  'create-api-token': route({
    access: { ...tokens('create'), person: true },
    limited: 'allowed',
    example: { name: 'Script', readOnly: true },
    input: z.object({
      name: text(60),
      readOnly: z.boolean(),
      expiresAt: Instant.nullish().transform((at) => at ?? null),
    }),
    output: z.object({ token: z.string(), row: ApiToken }),
  }),
  'delete-api-token': route({
    access: { ...tokens('delete'), person: true },
    limited: 'allowed',
    subject: 'token',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),

  /** The sent mails, without any links. Requires a right of its own, and is not available to scripts. */
  'get-mail-list': route({
    access: { ...outbox('view'), person: true },
    limited: 'denied',
    input: listInput(['at', 'to', 'subject', 'state']),
    output: listOutput(Mail),
  }),
};

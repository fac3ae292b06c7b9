import { z } from 'zod';
import { Fault, faultCode } from './fault.ts';
import { BAD_CHARACTER, Empty, Id, Instant, listInput, listOutput, ONE_LINE, text, Version } from './common.ts';
import { Severity } from './fact-routes.ts';
import { grant, route } from './route.ts';

/**
 * The address of another program that is notified of alarms and scheduled reports (docs/webhooks.md). Its secret is
 * never shown again.
 */
export const Webhook = z.object({
  id: Id,
  organisationId: Id,
  organisationName: z.string(),
  name: z.string(),
  /** Without the right to edit webhooks, only the host is shown: the rest of an address is often a secret. */
  url: z.string(),
  /** The severities of alarms; empty: no alarms are sent. */
  severities: z.array(Severity),
  /** Empty: every rule. */
  rules: z.array(z.object({ id: Id, name: z.string() })),
  /** All of its rules were deleted: it sends no alarms. */
  rulesGone: z.boolean(),
  /** Also sends alarms that became known more than an hour after they were raised. */
  lateAlarms: z.boolean(),
  enabled: z.boolean(),
  /** Why it was disabled automatically; null if it was not. */
  disabledReason: Fault.nullable(),
  /** Since when all deliveries fail; null while they succeed. */
  failingSince: Instant.nullable(),
  lastDeliveredAt: Instant.nullable(),
  waiting: z.number().int(),
  version: Version,
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookDelivery = z.object({
  id: Id,
  /** The `id` of the body: the same for every attempt. */
  key: z.string(),
  event: z.enum(['alarm.raised', 'report.ready', 'test']),
  createdAt: Instant,
  /** Its subject, as text. */
  about: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  /** When the next attempt is due; null if there is none. */
  dueAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** The HTTP status of the last attempt; null without a response. */
  status: z.number().int().nullable(),
  fault: Fault.nullable(),
  durationMs: z.number().int().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const webhooks = grant('webhooks');
const ById = z.object({ id: Id });

export const webhookRoutes = {
  'get-webhook-list': route({
    access: webhooks('view'),
    limited: 'denied',
    input: listInput(['name', 'url', 'lastDeliveredAt']),
    output: listOutput(Webhook),
  }),
  'get-webhook-by-id': route({
    access: webhooks('view'),
    limited: 'denied',
    subject: 'webhook',
    example: { id: 999_999 },
    input: ById,
    output: z.object({ webhook: Webhook }),
  }),
  /** The new secret is returned only this once. */
  'save-webhook': route({
    access: webhooks('save'),
    limited: 'denied',
    subject: 'webhook',
    example: { name: 'Desk', url: 'https://example.org/hook', severities: ['critical'] },
    input: z.object({
      id: Id.optional(),
      organisationId: Id.optional(),
      name: text(60),
      url: z
        .url({ protocol: /^https?$/, error: faultCode('address-example') })
        .max(1000)
        .regex(ONE_LINE, BAD_CHARACTER),
      severities: z.array(Severity).max(4),
      ruleIds: z.array(Id).max(500, faultCode('choose-at-most')).default([]),
      lateAlarms: z.boolean().default(false),
      enabled: z.boolean().default(true),
      version: Version.optional(),
    }),
    output: z.object({ webhook: Webhook, secret: z.string().nullable() }),
  }),
  /** Creates another secret, returned only this once; the old one becomes invalid immediately. */
  'renew-webhook-secret': route({
    access: webhooks('edit'),
    limited: 'denied',
    subject: 'webhook',
    example: { id: 999_999 },
    input: ById,
    output: z.object({ secret: z.string() }),
  }),
  'delete-webhook': route({
    access: webhooks('delete'),
    limited: 'denied',
    subject: 'webhook',
    example: { id: 999_999 },
    input: ById,
    output: Empty,
  }),
  'restore-webhook': route({
    access: webhooks('delete'),
    limited: 'denied',
    subject: 'webhook',
    example: { id: 999_999 },
    input: ById,
    output: z.object({ webhook: Webhook }),
  }),
  /** Sends a sample event once, immediately, and returns the result. */
  'test-webhook': route({
    access: webhooks('edit'),
    limited: 'denied',
    subject: 'webhook',
    example: { id: 999_999 },
    input: ById,
    output: z.object({ delivery: WebhookDelivery }),
  }),
  /** The last deliveries, newest first; stored for 30 days. */
  'get-webhook-deliveries': route({
    access: webhooks('view'),
    limited: 'denied',
    subject: 'webhook',
    example: { id: 999_999 },
    bounds: { 'rows[]': 100 },
    input: ById,
    output: listOutput(WebhookDelivery),
  }),
  /** Restarts the attempts of a failed delivery. */
  'resend-webhook-delivery': route({
    access: webhooks('edit'),
    limited: 'denied',
    subject: 'webhook',
    example: { id: 999_999 },
    input: ById,
    output: z.object({ delivery: WebhookDelivery }),
  }),
};

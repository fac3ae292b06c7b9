import { z } from 'zod';
import { Fault, faultCode } from './fault.ts';
import { BAD_CHARACTER, Id, Instant, listInput, listOutput, ONE_LINE, text, Version } from './common.ts';
import { Severity } from './fact-operations.ts';
import { ID_INPUT, recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';

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

const webhookCalls = recordCalls({
  view: webhooks('view'),
  remove: webhooks('delete'),
  limited: 'denied',
  subject: 'webhook',
  audit: 'webhook',
  output: z.object({ webhook: Webhook }),
});

export const webhookOperations = {
  'get-webhook-list': operation({
    summary: 'Lists webhooks, a page at a time.',
    access: webhooks('view'),
    limited: 'denied',
    input: listInput(['name', 'url', 'lastDeliveredAt']),
    output: listOutput(Webhook),
  }),
  'get-webhook-by-id': webhookCalls.byId('Returns one webhook.'),
  'save-webhook': operation({
    summary: 'Creates or changes a webhook. The secret of a new one is returned only once.',
    access: webhooks('save'),
    limited: 'denied',
    subject: 'webhook',
    audit: 'webhook',
    errors: [404, 409],
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
  'renew-webhook-secret': operation({
    summary: 'Replaces the secret of a webhook immediately. It is returned only once.',
    access: webhooks('edit'),
    limited: 'denied',
    subject: 'webhook',
    audit: 'webhook',
    errors: [404],
    unversioned: 'creates a secret that replaces any other',
    ...ID_INPUT,
    output: z.object({ secret: z.string() }),
  }),
  'delete-webhook': webhookCalls.deleted('Deletes a webhook; `restore-webhook` undoes it.'),
  'restore-webhook': webhookCalls.restored('Restores a deleted webhook.'),
  'test-webhook': operation({
    summary: 'Sends a sample event to a webhook once and returns the result.',
    access: webhooks('edit'),
    limited: 'denied',
    subject: 'webhook',
    errors: [404, 409],
    unversioned: 'acts once and overwrites nothing',
    ...ID_INPUT,
    output: z.object({ delivery: WebhookDelivery }),
  }),
  'get-webhook-deliveries': operation({
    summary: 'Lists the last deliveries of a webhook, the newest first, of the last 30 days.',
    access: webhooks('view'),
    limited: 'denied',
    subject: 'webhook',
    errors: [404],
    bounds: { 'rows[]': 100 },
    ...ID_INPUT,
    output: listOutput(WebhookDelivery),
  }),
  'resend-webhook-delivery': operation({
    summary: 'Tries a failed delivery of a webhook again.',
    access: webhooks('edit'),
    limited: 'denied',
    subject: 'webhook',
    audit: 'webhook',
    errors: [404, 409],
    unversioned: 'acts once and overwrites nothing',
    ...ID_INPUT,
    output: z.object({ delivery: WebhookDelivery }),
  }),
};

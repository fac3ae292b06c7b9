import { z } from 'zod';
import { Fault, faultCode } from './fault.ts';
import { BAD_CHARACTER, Empty, Id, Instant, ONE_LINE } from './common.ts';
import { ID_INPUT } from './record-calls.ts';
import { operation } from './operation.ts';

const Key = (bytes: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, faultCode('wrong-form'))
    .length(Math.ceil((bytes * 4) / 3), faultCode('wrong-form'));

/** A browser that shows a person's notifications. */
export const PushBrowser = z.object({
  id: Id,
  endpoint: z.string(),
  userAgent: z.string(),
  createdAt: Instant,
  lastToldAt: Instant.nullable(),
  /** Why the last attempt to reach it failed; null if it succeeded. */
  fault: Fault.nullable(),
});
export type PushBrowser = z.infer<typeof PushBrowser>;

/**
 * Notifications that the browser shows while no page is open (Web Push, RFC 8030). For the caller's own account only.
 */
export const pushOperations = {
  'get-push-browsers': operation({
    summary: "Lists the caller's browsers that receive notifications, and the key by which a browser subscribes.",
    access: 'person',
    limited: 'allowed',
    bounds: { 'rows[]': 'MAX_BROWSERS of the store' },
    input: Empty,
    output: z.object({
      /** The key with which the browser subscribes (VAPID, RFC 8292): a P-256 point, base64url. */
      publicKey: z.string(),
      rows: z.array(PushBrowser),
    }),
  }),
  'save-push-browser': operation({
    summary: 'Subscribes a browser of the caller to notifications.',
    access: 'person',
    limited: 'allowed',
    audit: 'user',
    unversioned: 'a browser subscribes with keys of its own',
    example: {
      endpoint: 'https://push.example.org/1',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    input: z.object({
      endpoint: z.url(faultCode('address-push')).max(1000).regex(ONE_LINE, BAD_CHARACTER),
      p256dh: Key(65),
      auth: Key(16),
    }),
    output: z.object({ browser: PushBrowser }),
  }),
  'delete-push-browser': operation({
    summary: 'Unsubscribes a browser of the caller from notifications.',
    access: 'person',
    limited: 'allowed',
    subject: 'pushBrowser',
    audit: 'user',
    errors: [404],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
  'test-push-browser': operation({
    summary: 'Sends a test notification to a browser of the caller.',
    access: 'person',
    limited: 'allowed',
    subject: 'pushBrowser',
    errors: [404],
    unversioned: 'acts once and overwrites nothing',
    ...ID_INPUT,
    output: Empty,
  }),
};

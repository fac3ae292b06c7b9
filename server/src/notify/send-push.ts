import { englishOf, fault, type Fault } from '@milepost/contract/fault';
import { withDetail } from '../connection-fault.ts';
import type { Logger } from 'pino';
import type { SecretBox } from '../auth/secret-box.ts';
import type { Database } from '../store/database.ts';
import {
  claimPushMessages,
  delayPushMessage,
  endPushMessage,
  forgetBrowser,
  type PushMessage,
} from '../store/push/push-messages.ts';
import { ensureVapidSecret } from '../store/push/vapid-secret.ts';
import { OutboundError, type OutboundPolicy, postOut } from './outbound.ts';
import { encryptPush, newVapidSecret, vapidHeader, type VapidKeys, vapidKeys } from './web-push.ts';

export interface PushServices {
  database: Database;
  logger: Logger;
  secrets: SecretBox;
  policy: OutboundPolicy;
  /** A contact of the operator for push services: an https or mailto address. */
  subject: string;
}

const AT_ONCE = 20;
/** Seconds before each further attempt; after the last, about 40 minutes in all, the message is dropped. */
const RETRY_S = [10, 30, 120, 600, 1800];
/** Seconds for which the push service stores a message for an offline browser; a later alarm would be outdated. */
const TTL_S = 3600;

/** The keys with which browsers subscribe. */
export async function pushKeys(services: Pick<PushServices, 'database' | 'secrets'>): Promise<VapidKeys> {
  return vapidKeys(await ensureVapidSecret(services.database, services.secrets, newVapidSecret));
}

/** Sends all messages that are due, a few at a time. */
export async function sendDuePushes(services: PushServices, signal: AbortSignal): Promise<void> {
  for (;;) {
    if (signal.aborted) return;
    const messages = await claimPushMessages(services.database, AT_ONCE);
    if (messages.length === 0) return;
    const keys = await pushKeys(services);
    await Promise.all(messages.map((message) => sendOne(services, keys, message, signal)));
  }
}

async function sendOne(
  services: PushServices,
  keys: VapidKeys,
  message: PushMessage,
  signal: AbortSignal,
): Promise<void> {
  const { database, logger } = services;
  const failed = await attempt(services, keys, message, signal);
  if (failed === null) return endPushMessage(database, message, null);
  if (signal.aborted) return;
  // The subscription no longer exists (RFC 8030, section 7.3).
  if (failed.status === 404 || failed.status === 410) return forgetBrowser(database, message.browserId);
  const wait = RETRY_S[message.attempts - 1];
  logger.info(
    {
      userId: message.userId,
      reason: englishOf(failed.fault),
      detail: failed.fault.detail,
      last: wait === undefined,
    },
    'A push did not get through',
  );
  if (wait === undefined || failed.final) return endPushMessage(database, message, failed.fault);
  await delayPushMessage(database, message, wait, failed.fault);
}

interface PushFault {
  fault: Fault;
  status: number | null;
  /** Another attempt would fail the same way. */
  final: boolean;
}

async function attempt(
  { policy, subject }: PushServices,
  keys: VapidKeys,
  message: PushMessage,
  signal: AbortSignal,
): Promise<PushFault | null> {
  try {
    const status = await postOut(
      {
        url: message.endpoint,
        headers: {
          authorization: vapidHeader(keys, message.endpoint, subject),
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String(TTL_S),
          urgency: message.urgent ? 'high' : 'normal',
        },
        body: encryptPush(Buffer.from(message.payload), message),
        signal,
      },
      policy,
    );
    if (status >= 200 && status < 300) return null;
    const final = status >= 400 && status < 500 && status !== 429 && status !== 408;
    return { fault: fault('push-answered', { status: String(status) }), status, final };
  } catch (error) {
    const known = error instanceof OutboundError;
    const reported = known ? error.fault : withDetail('push-not-encrypted', error);
    return { fault: reported, status: null, final: !known };
  }
}

import { createHmac } from 'node:crypto';
import { fault, type FaultLike, toFault } from '@milepost/contract/fault';
import type { SecretBox } from '../auth/secret-box.ts';
import type { Delivery, Outcome } from '../store/webhooks/deliveries.ts';
import { OutboundError, type OutboundPolicy, postOut } from './outbound.ts';
import { openWebhookSecret } from './webhook-secret.ts';

export interface WebhookSender {
  secrets: SecretBox;
  policy: OutboundPolicy;
  /** The time limit of one attempt; 10 s by default. */
  timeoutMs?: number;
}

/** Makes one delivery attempt; any response except 2xx is a fault. Never throws. */
export async function sendWebhook(
  { secrets, policy, timeoutMs }: WebhookSender,
  delivery: Delivery,
  signal?: AbortSignal,
): Promise<Outcome> {
  const began = performance.now();
  const outcome = (status: number | null, given: FaultLike | null) => ({
    status,
    fault: given && toFault(given),
    durationMs: performance.now() - began,
  });
  try {
    const secret = openWebhookSecret(secrets, delivery.webhookId, delivery.secret);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'milepost-event': delivery.event,
      'milepost-delivery': delivery.key,
      'milepost-signature': signatureOf(secret, Math.floor(Date.now() / 1000), delivery.body),
    };
    const request = { url: delivery.url, headers, body: delivery.body, ...(signal && { signal }) };
    const status = await postOut(request, policy, timeoutMs);
    if (status >= 200 && status < 300) return outcome(status, null);
    const redirected = status >= 300 && status < 400;
    return outcome(status, fault(redirected ? 'receiver-redirected' : 'receiver-answered', { status: String(status) }));
  } catch (error) {
    if (error instanceof OutboundError) return outcome(null, error.fault);
    return outcome(null, 'secret-unreadable');
  }
}

/**
 * The value of the header `Milepost-Signature`: `t=<seconds since 1970>,v1=<hex>`, where `v1` is the HMAC-SHA256
 * (RFC 2104), keyed with the secret, of `<t>.<body>` as sent.
 */
export function signatureOf(secret: string, timestampS: number, body: string): string {
  const mac = createHmac('sha256', secret).update(`${timestampS}.${body}`).digest('hex');
  return `t=${timestampS},v1=${mac}`;
}

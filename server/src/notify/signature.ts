import { createHmac } from 'node:crypto';

/**
 * The value of the header `Milepost-Signature`: `t=<seconds since 1970>,v1=<hex>`, where `v1` is the HMAC-SHA256
 * (RFC 2104), keyed with the secret, of `<t>.<body>` as sent.
 */
export function signatureOf(secret: string, timestampS: number, body: string): string {
  const mac = createHmac('sha256', secret).update(`${timestampS}.${body}`).digest('hex');
  return `t=${timestampS},v1=${mac}`;
}

import { createHmac } from 'node:crypto';

/**
 * The value of the header `Milepost-Signature`: `t=<seconds since 1970>,v1=<hex>`, where the second is HMAC-SHA256
 * (RFC 2104) with the secret over `<t>.<body>`, bytes as they are sent.
 */
export function signatureOf(secret: string, timestampS: number, body: string): string {
  const mac = createHmac('sha256', secret).update(`${timestampS}.${body}`).digest('hex');
  return `t=${timestampS},v1=${mac}`;
}

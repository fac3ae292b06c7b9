import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureOf } from './send-webhook.ts';

/** HMAC by its definition (RFC 2104, section 2): H(K xor opad, H(K xor ipad, text)), for keys of at most 64 bytes. */
function hmacByHand(key: string, text: string): string {
  const padded = Buffer.alloc(64);
  padded.write(key);
  const pad = (byte: number) => padded.map((one) => one ^ byte);
  const inner = createHash('sha256').update(pad(0x36)).update(text).digest();
  return createHash('sha256').update(pad(0x5c)).update(inner).digest('hex');
}

test('matches the definition of HMAC', () => {
  // RFC 4231, test case 2, which verifies the calculation by hand.
  expect(hmacByHand('Jefe', 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  const body = '{"id":"1","name":"Peñarol ✓"}';
  expect(signatureOf('whsec_abc', 1_700_000_000, body)).toBe(
    `t=1700000000,v1=${hmacByHand('whsec_abc', `1700000000.${body}`)}`,
  );
});

import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that one code is shown (RFC 6238, section 4.1, and what every authenticator app assumes). */
const STEP_S = 30;
/** Steps before and after the present one whose code is taken too: clocks differ (section 5.2). */
const DRIFT = 1;

/** The code of a step (RFC 4226, section 5.3, with HMAC-SHA-1). */
export function hotp(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Which step an instant (epoch milliseconds) lies in. */
export function totpStep(at: number): number {
  return Math.floor(at / 1000 / STEP_S);
}

/** The step whose code this is, at most one away from the present; null when it is none of them. */
export function matchTotp(secret: Uint8Array, code: string, at: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = totpStep(at);
  for (let step = now - DRIFT; step <= now + DRIFT; step++) {
    if (step >= 0 && timingSafeEqual(Buffer.from(hotp(secret, step)), Buffer.from(code))) return step;
  }
  return null;
}

/** What an authenticator app reads from the QR code (the `otpauth` key URI format). */
export function totpUri(secretBase32: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secretBase32}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=${STEP_S}`;
}

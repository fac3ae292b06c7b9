import { hotp, totpStep } from '../auth/totp.ts';

/** What an authenticator app shows for a secret in base 32, `later` steps of 30 s from now. */
export function codeOf(secret: string, later = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  return hotp(Uint8Array.from(bytes), totpStep(Date.now()) + later);
}

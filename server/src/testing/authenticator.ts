import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows for a secret in base 32, `later` steps of 30 s from now. */
export function codeOf(secret: string, later = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + later * 30_000 });
}

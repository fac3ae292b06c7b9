import { Secret, TOTP } from 'otpauth';

/**
 * The steps before and after the present one whose code is accepted, because clocks differ (RFC 6238, section 5.2).
 */
const DRIFT = 1;

/** A secret in the library's form. */
export const totpSecret = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/**
 * The step whose code this is, at most one away from the present; null when it is none of them. Steps of 30 s and six
 * digits of SHA-1, as every authenticator app assumes (RFC 6238, section 4.1).
 * @param at epoch milliseconds
 */
export function matchTotp(secret: Uint8Array, code: string, at: number): number | null {
  // Six characters that are not ASCII digits make the library throw.
  if (!/^\d{6}$/.test(code)) return null;
  const away = TOTP.validate({ secret: totpSecret(secret), token: code, timestamp: at, window: DRIFT });
  return away === null ? null : TOTP.counter({ timestamp: at }) + away;
}

/** The content of the QR code for an authenticator app (the `otpauth` key URI format). */
export function totpUri(secretBase32: string, account: string, issuer: string): string {
  return new TOTP({ secret: Secret.fromBase32(secretBase32), label: account, issuer }).toString();
}

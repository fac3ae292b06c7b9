import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash that is stored instead of a session's token. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * A token that only the server and the holder of `secret` (an HttpOnly cookie) can know. Derived, not stored: it is
 * valid exactly as long as the cookie, and does not reveal it.
 */
export function derivedToken(secret: string, purpose: 'csrf' | 'xsrf'): string {
  return createHmac('sha256', secret).update(`milepost ${purpose}`).digest('base64url');
}

/** Compares in constant time; different lengths are unequal. */
export function sameToken(given: string, expected: string): boolean {
  return timingSafeEqual(tokenHash(given), tokenHash(expected));
}

import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with the library's parameters (19 MiB, 2 passes, 1 lane: the OWASP minimum). */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** A password of 96 random bits for the first administrator: easy to copy, impossible to guess. */
export function generatePassword(): string {
  return randomBytes(12).toString('base64url');
}

let dummyHash: Promise<string> | undefined;

/**
 * Whether the password is right. Without a hash (no such user) the same work is done against a dummy, so that the time
 * taken does not tell whether the user exists.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(newDummy());
  const right = await verify(stored ?? (await dummyHash), password);
  return right && stored !== null;
}

function newDummy(): string {
  return randomBytes(32).toString('hex');
}

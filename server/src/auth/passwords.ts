import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Turnstile } from './turnstile.ts';

/**
 * Passwords are hashed on Node's four worker threads, which also read files, compress answers and resolve names: a
 * flood of sign-ins gets two of them.
 */
const turnstile = new Turnstile(2, 250);

/**
 * argon2id with the library's parameters (19 MiB, 2 passes, 1 lane: the OWASP minimum).
 * @throws AppError `too-many` when hundreds are already waiting; so does `verifyPassword`
 */
export function hashPassword(password: string): Promise<string> {
  return turnstile.pass(() => hash(password));
}

/** A password of 96 random bits for the first administrator: easy to copy, impossible to guess. */
export function generatePassword(): string {
  return randomBytes(12).toString('base64url');
}

let dummyHash: Promise<string> | undefined;

/**
 * True when the password is right. Without a hash (no such user) the same work is done with a dummy, so that the time
 * taken does not reveal whether the user exists.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hash(newDummy());
  const against = stored ?? (await dummyHash);
  const right = await turnstile.pass(() => verify(against, password));
  return right && stored !== null;
}

function newDummy(): string {
  return randomBytes(32).toString('hex');
}

import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import { AppError } from '../errors.ts';
import type { Queryable } from '../store/database.ts';
import {
  confirmSecret,
  lockSecret,
  replaceRecoveryCodes,
  storePendingSecret,
  useRecoveryCode,
  useStep,
} from '../store/people/two-factor.ts';
import type { SecretBox } from './secret-box.ts';
import { matchTotp, totpSecret } from './totp.ts';

/** Bytes of a secret: those of a SHA-1 hash (RFC 4226, section 4, R6). */
const SECRET_BYTES = 20;

const context = (userId: number) => `two-factor of user ${userId}`;

/** Creates a new secret that is not active yet; null when one is already active. */
export async function newSecret(db: Queryable, box: SecretBox, userId: number): Promise<string | null> {
  const secret = randomBytes(SECRET_BYTES);
  const stored = await storePendingSecret(db, userId, box.seal(secret, context(userId)));
  return stored ? totpSecret(secret).base32 : null;
}

/** Activates the new secret when the code is right; returns the recovery codes, otherwise null. */
export async function confirmNewSecret(
  db: Queryable,
  box: SecretBox,
  userId: number,
  code: string,
): Promise<string[] | null> {
  const right = await takeTotp(db, box, userId, code, { confirmed: false });
  if (!right) return null;
  await confirmSecret(db, userId);
  return renewRecoveryCodes(db, box, userId);
}

export async function renewRecoveryCodes(db: Queryable, box: SecretBox, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => box.hash(normalRecoveryCode(code) ?? code));
  await replaceRecoveryCodes(db, userId, hashes);
  return codes;
}

/** True when the code, six digits or a recovery code, is right and unused; marks it as used. `db` is a transaction. */
export async function takeCode(db: Queryable, box: SecretBox, userId: number, typed: string): Promise<boolean> {
  const digits = typed.replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(digits)) return takeTotp(db, box, userId, digits, { confirmed: true });
  const code = normalRecoveryCode(typed);
  return code !== null && useRecoveryCode(db, userId, box.hash(code));
}

async function takeTotp(
  db: Queryable,
  box: SecretBox,
  userId: number,
  code: string,
  { confirmed }: { confirmed: boolean },
): Promise<boolean> {
  const stored = await lockSecret(db, userId);
  if (!stored || stored.confirmed !== confirmed) return false;
  const step = matchTotp(openSecret(box, stored.sealed, userId), code, Date.now());
  if (step === null || step <= stored.lastStep) return false;
  await useStep(db, userId, step);
  return true;
}

/** @throws AppError when the secret was sealed with a lost key: only an administrator can help */
function openSecret(box: SecretBox, sealed: Buffer, userId: number): Buffer {
  try {
    return box.open(sealed, context(userId));
  } catch (cause) {
    throw new AppError('conflict', 'second-factor-unreadable', { cause });
  }
}

const COUNT = 10;

/** Ten codes of 80 random bits, such as `k3ab-…`: each allows one sign-in when the authenticator app is lost. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const code = new Secret({ size: 10 }).base32.toLowerCase();
    return code.match(/.{4}/g)?.join('-') ?? code;
  });
}

/** The normalised form of an entered code; null when it cannot be one. */
export function normalRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replaceAll(/[^a-z2-7]/g, '');
  return code.length === 16 ? code : null;
}

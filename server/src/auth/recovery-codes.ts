import { randomBytes } from 'node:crypto';
import { toBase32 } from './base32.ts';

const COUNT = 10;

/** Ten codes of 80 random bits, such as `k3ab-…`: each signs in once where the authenticator app is lost. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const code = toBase32(randomBytes(10)).toLowerCase();
    return code.match(/.{4}/g)?.join('-') ?? code;
  });
}

/** A code as it was meant, however it was typed; null when it cannot be one. */
export function normalRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replaceAll(/[^a-z2-7]/g, '');
  return code.length === 16 ? code : null;
}

import { Secret } from 'otpauth';

const COUNT = 10;

/** Ten codes of 80 random bits, such as `k3ab-…`: each signs in once where the authenticator app is lost. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const code = new Secret({ size: 10 }).base32.toLowerCase();
    return code.match(/.{4}/g)?.join('-') ?? code;
  });
}

/** A code as it was meant, however it was typed; null when it cannot be one. */
export function normalRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replaceAll(/[^a-z2-7]/g, '');
  return code.length === 16 ? code : null;
}

import { Secret } from 'otpauth';

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

import { setTimeout as delay } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** The code that an authenticator app shows for a secret in base 32, `later` steps of 30 s from now. */
export function codeOf(secret: string, later = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + later * STEP_MS });
}

/** Waits if the present step ends within two seconds, after which the code of the step before would be refused. */
export async function roomInStep(): Promise<void> {
  const leftMs = STEP_MS - (Date.now() % STEP_MS);
  if (leftMs < 2000) await delay(leftMs);
}

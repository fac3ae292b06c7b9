import { z } from 'zod';
import { faultCode } from './fault.ts';

/** Longest reading of an odometer that a form takes, metres. */
export const MOST_ODOMETER_M = 10_000_000_000;

/** What an odometer shows, metres: as a person types it, or null where nobody looked. */
export const OdometerM = z
  .number(faultCode('enter-number'))
  .min(0, faultCode('at-least'))
  .max(MOST_ODOMETER_M, faultCode('at-most'))
  .nullish()
  .transform((metres) => metres ?? null);

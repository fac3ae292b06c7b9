import { z } from 'zod';
import { faultCode } from './fault.ts';

/** The highest odometer value that a form accepts, metres. */
export const MAX_ODOMETER_M = 10_000_000_000;

/** The value of an odometer in metres, as typed by a person; null if not read. */
export const OdometerM = z
  .number(faultCode('enter-number'))
  .min(0, faultCode('at-least'))
  .max(MAX_ODOMETER_M, faultCode('at-most'))
  .nullish()
  .transform((metres) => metres ?? null);

import { z } from 'zod';
import { faultCode } from './fault.ts';
import { isCurrency, MAX_MONEY } from './money.ts';

/** An amount in the smallest unit of a currency. */
export const Money = z
  .number(faultCode('enter-number'))
  .int(faultCode('enter-whole-number'))
  .min(0, faultCode('at-least'))
  .max(MAX_MONEY, faultCode('at-most'));

export const Currency = z.string().max(3).refine(isCurrency, faultCode('choose-currency'));

import { z } from 'zod';
import { say } from './fault.ts';
import { isCurrency, MOST_MONEY } from './money.ts';

/** An amount in the smallest unit of a currency. */
export const Money = z
  .number(say('enter-number'))
  .int(say('enter-whole-number'))
  .min(0, say('at-least'))
  .max(MOST_MONEY, say('at-most'));

export const Currency = z.string().max(3).refine(isCurrency, say('choose-currency'));

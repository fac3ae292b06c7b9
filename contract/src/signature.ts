import { z } from 'zod';
import { faultCode } from './fault.ts';
import { SIGNATURE_WIDTH } from './inspection-kinds.ts';

const MAX_STROKES = 40;
/** The numbers of one stroke, alternately x and y. */
const MAX_NUMBERS = 500;

/** Strokes with alternating x and y, in thousandths of the width. */
export const Signature = z
  .array(z.array(z.number().int().min(0).max(SIGNATURE_WIDTH)).min(2).max(MAX_NUMBERS))
  .min(1, faultCode('sign-it'))
  .max(MAX_STROKES);

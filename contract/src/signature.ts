import { z } from 'zod';
import { faultCode } from './fault.ts';
import { SIGNATURE_WIDTH } from './inspection-kinds.ts';

const MOST_STROKES = 40;
/** Of one stroke: x and y in turn. */
const MOST_NUMBERS = 500;

/** Strokes, each x and y in turn, in thousandths of the width. */
export const Signature = z
  .array(z.array(z.number().int().min(0).max(SIGNATURE_WIDTH)).min(2).max(MOST_NUMBERS))
  .min(1, faultCode('sign-it'))
  .max(MOST_STROKES);

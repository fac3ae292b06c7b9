import { z } from 'zod';
import { faultCode } from './fault.ts';

/**
 * Weekly hours in the organisation's time zone: for each weekday, Monday first, spans of minutes since midnight, from
 * `fromMin` up to `toMin` (exclusive). Hours across midnight are two spans, on two days.
 */
export const WeeklyHours = z
  .array(
    z
      .array(
        z
          .object({ fromMin: z.number().int().min(0).max(1439), toMin: z.number().int().min(1).max(1440) })
          .refine(({ fromMin, toMin }) => fromMin < toMin, faultCode('end-after-begin')),
      )
      .max(6),
  )
  .length(7);
export type WeeklyHours = z.infer<typeof WeeklyHours>;

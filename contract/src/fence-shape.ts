import { z } from 'zod';
import type { FenceShape } from './fence-shape-types.ts';
import { faultSentence, shapeFault, tidyShape } from './shape-fault.ts';

const Corner = z.object({ lat: z.number(), lon: z.number() });

const RawShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), centre: Corner, radiusM: z.number() }),
  z.object({ kind: z.literal('polygon'), rings: z.array(z.array(Corner)).min(1) }),
  z.object({ kind: z.literal('corridor'), line: z.array(Corner), halfWidthM: z.number() }),
]);

/** A shape as it is stored and shown. */
export const FenceShapeOutput: z.ZodType<FenceShape> = RawShape;

/** A shape that can be a fence: tidied, and refused in one sentence that says where it is wrong. */
export const FenceShapeInput = z.custom<FenceShape>().transform((value: unknown, context): FenceShape => {
  const parsed = RawShape.safeParse(value);
  if (!parsed.success) {
    const message =
      value === undefined ? 'Choose a shape.' : 'The shape must be a circle, a polygon or a corridor with its corners.';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  const shape = tidyShape(parsed.data);
  const fault = shapeFault(shape);
  if (!fault) return shape;
  context.addIssue({ code: 'custom', message: faultSentence(fault) });
  return z.NEVER;
});

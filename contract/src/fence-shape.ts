import { z } from 'zod';
import type { Fault } from './fault.ts';
import { type FenceShape, MAX_CORNERS } from './fence-shape-types.ts';
import { shapeFaultMessage, shapeFault, tidyShape } from './shape-fault.ts';

const Corner = z.object({ lat: z.number(), lon: z.number() });
/** Corners before they are tidied; some of them can be repeated. */
const Corners = z.array(Corner).max(2 * MAX_CORNERS);

const RawShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), centre: Corner, radiusM: z.number() }),
  z.object({ kind: z.literal('polygon'), rings: z.array(Corners).min(1).max(MAX_CORNERS) }),
  z.object({ kind: z.literal('corridor'), line: Corners, halfWidthM: z.number() }),
]);

/** A shape as it is stored and shown. */
export const FenceShapeOutput: z.ZodType<FenceShape> = RawShape;

/** A shape valid for a geofence: tidied, or refused with one sentence that states where it is wrong. */
export const FenceShapeInput = z.custom<FenceShape>().transform((value: unknown, context): FenceShape => {
  const parsed = RawShape.safeParse(value);
  if (!parsed.success) {
    refuse(noShape(value, parsed.error), context);
    return z.NEVER;
  }
  const shape = tidyShape(parsed.data);
  const fault = shapeFault(shape);
  if (!fault) return shape;
  refuse(shapeFaultMessage(fault), context);
  return z.NEVER;
});

function noShape(value: unknown, error: z.ZodError): Fault {
  if (value === undefined) return { code: 'choose-shape' };
  if (error.issues.some(({ code }) => code === 'too_big')) return shapeFaultMessage({ code: 'many-corners' });
  return { code: 'shape-unknown' };
}

const refuse = ({ code, params }: Fault, context: z.RefinementCtx) =>
  context.addIssue({ code: 'custom', message: code, ...(params && { params }) });

import { z } from 'zod';
import { Coordinates } from './common.ts';
import { FenceShapeInput } from './fence-shape.ts';
import { type FenceShape, MAX_CORNERS } from './fence-shape-types.ts';

/** The corners of an outline; the first is not repeated. */
export const Area = z.array(Coordinates);

/** An outline, validated like the outline of a geofence. */
export const AreaInput = z
  .array(z.object({ lat: z.number(), lon: z.number() }))
  .max(2 * MAX_CORNERS)
  .transform((corners): FenceShape => ({ kind: 'polygon', rings: [corners] }))
  .pipe(FenceShapeInput)
  .transform((shape) => (shape.kind === 'polygon' ? (shape.rings[0] ?? []) : []));

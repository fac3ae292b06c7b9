import { z } from 'zod';

/** Text that may be missing or of another type. */
export const text = z.string().trim().min(1).optional().catch(undefined);

/** GeoJSON with a point for each place, as Photon and Pelias respond. */
export const featuresOf = <Properties>(properties: z.ZodType<Properties>) =>
  z.object({
    features: z.array(
      z.object({
        geometry: z.object({
          coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number()),
        }),
        properties,
      }),
    ),
  });

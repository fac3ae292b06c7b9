import { z } from 'zod';

/** A map of pictures that the operator offers beside the streets, such as one from satellites. */
export const RasterMap = z.strictObject({
  /** As people are shown it. */
  name: z.string().trim().min(1).max(40),
  /** Address of a tile, with {z}, {x} and {y}. */
  url: z
    .string()
    .max(500)
    .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'must hold {z}, {x} and {y}')
    .refine((url) => /^https?:\/\/[^{}/?#@]+\//.test(url), 'must begin with http:// or https:// and a host'),
  /** Whose pictures they are, shown on the map as text. */
  attribution: z.string().max(200).default(''),
  /** The largest zoom that there are tiles of; nearer ones are drawn from those. */
  maxZoom: z.number().int().min(0).max(22).default(19),
  tileSize: z.union([z.literal(256), z.literal(512)]).default(256),
});
export type RasterMap = z.infer<typeof RasterMap>;

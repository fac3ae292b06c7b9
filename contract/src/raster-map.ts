import { z } from 'zod';

/** A raster map that the operator offers as an alternative to the street map, such as satellite images. */
export const RasterMap = z.strictObject({
  /** The displayed name. */
  name: z.string().trim().min(1).max(40),
  /** The URL of a tile, with {z}, {x} and {y}. */
  url: z
    .string()
    .max(500)
    .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'must hold {z}, {x} and {y}')
    .refine((url) => /^https?:\/\/[^{}/?#@]+\//.test(url), 'must begin with http:// or https:// and a host'),
  /** The source of the images, shown as text on the map. */
  attribution: z.string().max(200).default(''),
  /** The highest zoom level with tiles; higher levels are enlarged from these. */
  maxZoom: z.number().int().min(0).max(22).default(19),
  tileSize: z.union([z.literal(256), z.literal(512)]).default(256),
});
export type RasterMap = z.infer<typeof RasterMap>;

import type { Coordinates } from './common.ts';

export type { Coordinates as Place };

export const FENCE_KINDS = ['circle', 'polygon', 'corridor'] as const;
export type FenceKind = (typeof FENCE_KINDS)[number];

/**
 * The shape of a geofence, as tracking uses it. The first ring of a polygon is its outline, the others are holes; the
 * first corner is not repeated. Radius and half-width are in metres.
 */
export type FenceShape =
  | { kind: 'circle'; centre: Coordinates; radiusM: number }
  | { kind: 'polygon'; rings: Coordinates[][] }
  | { kind: 'corridor'; line: Coordinates[]; halfWidthM: number };

/** Metres. */
export const RADIUS_M = { min: 10, max: 500_000 } as const;
export const HALF_WIDTH_M = { min: 5, max: 5000 } as const;
/** The corners of all rings, or the points of a line. */
export const MAX_CORNERS = 5000;
/**
 * Square metres: a smaller area is a slip of the hand, a larger one is half the world. The largest country has 17
 * million km².
 */
export const AREA_M2 = { min: 10, max: 20e12 } as const;
export const LONGEST_CORRIDOR_M = 5_000_000;

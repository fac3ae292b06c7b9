import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';
import { simplifyLine } from '@milepost/contract/simplify-line';
import type { Box } from '@milepost/tracking/fence';

/** Shorter outlines are drawn as they are. */
const FEW_POINTS = 24;
/** An outline is drawn to this part of the shape's size, finer than a pixel where the whole of it is on a screen. */
const PART_OF_SIZE = 1 / 600;
const METRES_PER_DEGREE = 111_195;

/** About a metre: what a map of many fences can show. */
const rounded = ({ lat, lon }: Place): Place => ({
  lat: Math.round(lat * 1e5) / 1e5,
  lon: Math.round(lon * 1e5) / 1e5,
});

/** A shape as maps draw it: rounded, and long outlines simplified to what is seen. */
export function mapShape(shape: FenceShape, { south, north }: Pick<Box, 'south' | 'north'>): FenceShape {
  if (shape.kind === 'circle') return shape;
  const toleranceM = Math.max(1, (north - south) * METRES_PER_DEGREE * PART_OF_SIZE);
  const thinned = (places: readonly Place[]) => simplifyLine(places, toleranceM).map(rounded);
  if (shape.kind === 'corridor') {
    return { ...shape, line: shape.line.length <= FEW_POINTS ? shape.line.map(rounded) : thinned(shape.line) };
  }
  return {
    kind: 'polygon',
    rings: shape.rings.map((ring) => {
      const simple = ring.length <= FEW_POINTS ? [] : thinned(ring);
      return simple.length < 4 ? ring.map(rounded) : simple;
    }),
  };
}

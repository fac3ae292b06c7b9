import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';
import { simplifyLine } from '@milepost/contract/simplify-line';

/** Shorter outlines are drawn unchanged. */
const FEW_POINTS = 24;
/**
 * The tolerance of an outline as a fraction of the shape's size, finer than a pixel when all of it is on the screen.
 */
const PART_OF_SIZE = 1 / 600;
/** The points of all outlines of one record. */
export const MAX_OUTLINE_POINTS = 600;
/** The outlines of one record; the smallest holes beyond this are not drawn. */
const MAX_RINGS = MAX_OUTLINE_POINTS / FEW_POINTS;
const METRES_PER_DEGREE = 111_195;

/** About a metre: the resolution of a map with many geofences. */
const rounded = ({ lat, lon }: Place): Place => ({
  lat: Math.round(lat * 1e5) / 1e5,
  lon: Math.round(lon * 1e5) / 1e5,
});

interface Bounds {
  /** The height of the whole record, degrees. */
  height: number;
  /** The minimum number of points of a ring. */
  fewest: number;
  most: number;
}

function thinLine(line: readonly Place[], { height, fewest, most }: Bounds): Place[] {
  if (line.length <= FEW_POINTS) return line.map(rounded);
  const toleranceM = Math.max(1, height * METRES_PER_DEGREE * PART_OF_SIZE);
  let thin = simplifyLine(line, toleranceM);
  if (thin.length > most) thin = simplifyLine(thin, 4 * toleranceM);
  if (thin.length < fewest) thin = [...line];
  // A zigzag line keeps every point at any tolerance: then points are omitted evenly, except the ends.
  const step = Math.ceil(thin.length / most);
  const last = thin.length - 1;
  return thin.filter((_place, index) => index % step === 0 || index === last).map(rounded);
}

const heightOf = (places: readonly Place[]): number => {
  let [south, north] = [90, -90];
  for (const { lat } of places) [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  return Math.max(0, north - south);
};

/** The outer outline first; if there are too many others, only the largest. */
function largest(rings: readonly Place[][]): readonly Place[][] {
  if (rings.length <= MAX_RINGS) return rings;
  const [outer = [], ...innerRings] = rings;
  return [outer, ...innerRings.toSorted((a, b) => heightOf(b) - heightOf(a)).slice(0, MAX_RINGS - 1)];
}

/** A shape for maps: rounded, and long outlines simplified to the visible detail. */
export function mapShape(shape: FenceShape, { south, north }: { south: number; north: number }): FenceShape {
  const height = north - south;
  if (shape.kind === 'circle') return shape;
  if (shape.kind === 'corridor') {
    return { ...shape, line: thinLine(shape.line, { height, fewest: 2, most: MAX_OUTLINE_POINTS }) };
  }
  const rings = largest(shape.rings);
  const most = Math.floor(MAX_OUTLINE_POINTS / rings.length);
  return { kind: 'polygon', rings: rings.map((ring) => thinLine(ring, { height, fewest: 4, most })) };
}

/** The same for the areas of a territory. */
export function mapAreas(areas: readonly Place[][]): Place[][] {
  const height = heightOf(areas.flat());
  const most = Math.floor(MAX_OUTLINE_POINTS / Math.max(1, areas.length));
  return areas.map((area) => thinLine(area, { height, fewest: 4, most }));
}

export const pointsOfShape = (shape: FenceShape): number =>
  shape.kind === 'circle' ? 1 : shape.kind === 'corridor' ? shape.line.length : pointsOfAreas(shape.rings);

export const pointsOfAreas = (areas: readonly Place[][]): number => areas.reduce((sum, { length }) => sum + length, 0);

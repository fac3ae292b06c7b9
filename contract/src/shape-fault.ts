import { type Fault, fault } from './fault.ts';
import { isInRing, lineMetres, type Point, shapeAreaM2, unwrap } from './fence-geometry.ts';
import {
  AREA_M2,
  type FenceShape,
  HALF_WIDTH_M,
  LONGEST_CORRIDOR_M,
  MAX_CORNERS,
  type Place,
  RADIUS_M,
} from './fence-shape-types.ts';
import { selfCrossing } from './self-crossing.ts';

/** Why a shape is not valid for a geofence. */
export type ShapeFaultCode =
  | 'coordinates'
  | 'radius'
  | 'half-width'
  | 'few-corners'
  | 'many-corners'
  | 'one-point'
  | 'crosses'
  | 'hole-outside'
  | 'too-wide'
  | 'too-long'
  | 'too-small'
  | 'too-large';

export interface ShapeFault {
  code: ShapeFaultCode;
  /** The location of the fault, if it has one. */
  at?: Place;
}

/** The fault in the form that is shown to a person. */
export function shapeFaultMessage({ code, at = { lat: 0, lon: 0 } }: ShapeFault): Fault {
  switch (code) {
    case 'radius':
      return fault('shape-radius', { least: RADIUS_M.min, most: RADIUS_M.max });
    case 'half-width':
      return fault('shape-half-width', { least: HALF_WIDTH_M.min, most: HALF_WIDTH_M.max });
    case 'many-corners':
      return fault('shape-many-corners', { most: MAX_CORNERS });
    case 'too-long':
      return fault('shape-too-long', { most: LONGEST_CORRIDOR_M });
    case 'crosses':
      return fault('shape-crosses', { at });
    case 'hole-outside':
      return fault('shape-hole-outside', { at });
    default:
      return fault(`shape-${code}`);
  }
}

/** The fault of a shape that was tidied by `tidyShape`; null if it is valid for a geofence. */
export function shapeFault(shape: FenceShape): ShapeFault | null {
  const bad = cornersOf(shape).find((place) => !isPlace(place));
  if (bad) return { code: 'coordinates' };
  if (cornersOf(shape).length > MAX_CORNERS) return { code: 'many-corners' };
  if (shape.kind === 'circle') return isWithin(shape.radiusM, RADIUS_M) ? null : { code: 'radius' };
  return shape.kind === 'corridor' ? corridorFault(shape) : polygonFault(shape);
}

/** All corners of a shape: the centre of a circle, every ring of a polygon, the points of a line. */
export function cornersOf(shape: FenceShape): Place[] {
  if (shape.kind === 'circle') return [shape.centre];
  return shape.kind === 'polygon' ? shape.rings.flat() : shape.line;
}

function corridorFault({ line, halfWidthM }: FenceShape & { kind: 'corridor' }): ShapeFault | null {
  if (!isWithin(halfWidthM, HALF_WIDTH_M)) return { code: 'half-width' };
  if (line.length < 2) return { code: 'one-point' };
  if (spanOf(unwrap(line)) > 180) return { code: 'too-wide' };
  return lineMetres(line) > LONGEST_CORRIDOR_M ? { code: 'too-long' } : null;
}

function polygonFault(shape: FenceShape & { kind: 'polygon' }): ShapeFault | null {
  const { rings } = shape;
  if (rings.length === 0 || rings.some((ring) => ring.length < 3)) return { code: 'few-corners' };
  const near = rings[0]?.[0]?.lon ?? 0;
  const [outline = [], ...holes] = rings.map((ring) => unwrap(ring, near));
  if (spanOf(outline) > 180) return { code: 'too-wide' };
  const area = shapeAreaM2(shape);
  if (area > AREA_M2.max) return { code: 'too-large' };
  // Edges of corners on one line always overlap, but the missing area is the better message.
  if (isOneLine(outline)) return { code: 'too-small' };
  const crossing = selfCrossing([outline, ...holes]);
  if (crossing) return { code: 'crosses', at: toPlace(crossing) };
  const astray = holes.find(([first]) => first && !isInRing(first, outline));
  if (astray?.[0]) return { code: 'hole-outside', at: toPlace(astray[0]) };
  return area < AREA_M2.min ? { code: 'too-small' } : null;
}

const isWithin = (value: number, { min, max }: { min: number; max: number }) => value >= min && value <= max;
const isPlace = ({ lat, lon }: Place) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
const spanOf = (points: readonly { x: number }[]) =>
  points.reduce((most, { x }) => Math.max(most, x), -Infinity) -
  points.reduce((least, { x }) => Math.min(least, x), Infinity);

/** True when points lie on one line, to a billionth of its length. */
function isOneLine(points: readonly Point[]): boolean {
  const [first = { x: 0, y: 0 }] = points;
  const away = points.map(({ x, y }) => ({ x: x - first.x, y: y - first.y }));
  const far = away.reduce((most, each) => (Math.hypot(each.x, each.y) > Math.hypot(most.x, most.y) ? each : most));
  const flat = 1e-9 * Math.hypot(far.x, far.y) ** 2;
  return away.every(({ x, y }) => Math.abs(far.x * y - far.y * x) <= flat);
}

function toPlace({ x, y }: Point): Place {
  return { lat: y, lon: ((((x + 180) % 360) + 360) % 360) - 180 };
}

/** Degrees are stored to 1e-7, about a centimetre. */
const round = (value: number) => Math.round(value * 1e7) / 1e7;

/** Returns the shape with rounded degrees, without corners that repeat the one before or close a ring. */
export function tidyShape(shape: FenceShape): FenceShape {
  if (shape.kind === 'circle') return { ...shape, centre: rounded(shape.centre) };
  if (shape.kind === 'corridor') return { ...shape, line: withoutRepeats(shape.line) };
  const rings = shape.rings.map((ring) => {
    const corners = withoutRepeats(ring);
    const [first, last] = [corners[0], corners.at(-1)];
    return corners.length > 1 && first && last && isSame(first, last) ? corners.slice(0, -1) : corners;
  });
  return { kind: 'polygon', rings };
}

const rounded = ({ lat, lon }: Place): Place => ({ lat: round(lat), lon: round(lon) });
const isSame = (a: Place, b: Place) => a.lat === b.lat && a.lon === b.lon;

function withoutRepeats(places: readonly Place[]): Place[] {
  const all = places.map(rounded);
  return all.filter((place, index) => {
    const before = all[index - 1];
    return !before || !isSame(before, place);
  });
}

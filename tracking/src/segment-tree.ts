import { deltaLon, distanceToLineM, EARTH_RADIUS_M, type Coordinates } from './geo.ts';

/** The segments of a line in an R-tree: boxes of pieces, boxes of eight of these, and so on up to one. */
export interface SegmentTree {
  line: readonly Coordinates[];
  /** For each piece, the segment that contains it: from this corner to the next. */
  segments: Int32Array;
  /** Four numbers for each box, level by level, pieces first: south, north, west, east. Degrees, rounded outwards. */
  boxes: Float32Array;
  /** Where each level begins, in boxes, and where the last one ends. */
  levels: readonly number[];
}

const BRANCHES = 8;
/** Boxes are rounded outwards by this: half a step of a 32-bit number at 360, with a margin. */
const OUTWARDS_DEG = 5e-5;
const DEGREE_M = (Math.PI / 180) * EARTH_RADIUS_M;
/** A box is pruned only if it is further away by this share and these metres: the margin for rounding. */
const BEYOND = { share: 1 + 1e-9, metres: 1e-6 };
const MORTON_CELLS = 2 ** 16 - 1;
/** With more pieces than this, an index no longer fits beside the Morton code. */
const MAX_PIECES = 2 ** 20;

/** Indexes a line of two points or more, all of them on the map; null for any other line. */
export function segmentTree(line: readonly Coordinates[]): SegmentTree | null {
  if (line.length < 2 || !line.every(({ lat, lon }) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return null;
  const pieces = piecesOf(line);
  const count = pieces.length / FIELDS;
  if (count > MAX_PIECES) return null;
  const order = nearTogether(pieces, count);
  const levels = [0, count];
  for (let size = count; size > 1;) {
    size = Math.ceil(size / BRANCHES);
    levels.push((levels.at(-1) ?? 0) + size);
  }
  const segments = new Int32Array(count);
  const boxes = new Float32Array((levels.at(-1) ?? 0) * 4);
  for (const [slot, piece] of order.entries()) {
    const field = (index: number) => pieces[piece * FIELDS + index] ?? NaN;
    segments[slot] = field(4);
    boxes.set(
      [field(0) - OUTWARDS_DEG, field(1) + OUTWARDS_DEG, field(2) - OUTWARDS_DEG, field(3) + OUTWARDS_DEG],
      slot * 4,
    );
  }
  for (let level = 1; level < levels.length - 1; level += 1) {
    const [below, begin, end] = [levels[level - 1] ?? 0, levels[level] ?? 0, levels[level + 1] ?? 0];
    for (let box = begin; box < end; box += 1) {
      const first = below + (box - begin) * BRANCHES;
      boxes.set(around(boxes, first, Math.min(begin, first + BRANCHES)), box * 4);
    }
  }
  return { line, segments, boxes, levels };
}

/** True when coordinates are within the given distance of the line, exactly as if all segments were checked. */
export function isNearLine(tree: SegmentTree, place: Coordinates, metres: number): boolean {
  const { line, segments, boxes, levels } = tree;
  const { lat, lon } = place;
  // Outside the map, longitudes do not take the short way.
  if (!(Math.abs(lon) <= 180)) return line.some((from, index) => isNear(place, from, line[index + 1], metres));
  const eastM = Math.abs(Math.cos((Math.PI / 180) * lat)) * DEGREE_M;
  const reachM = metres * BEYOND.share + BEYOND.metres;
  const squared = reachM * reachM;
  const top = levels.length - 2;
  // Level and box, in pairs.
  const stack = [top, levels[top] ?? 0];
  while (stack.length > 0) {
    const box = stack.pop() ?? 0;
    const level = stack.pop() ?? 0;
    const north = outside(lat, at(boxes, box * 4), at(boxes, box * 4 + 1)) * DEGREE_M;
    const east = eastwards(lon, at(boxes, box * 4 + 2), at(boxes, box * 4 + 3)) * eastM;
    if (north * north + east * east > squared) continue;
    if (level === 0) {
      const segment = segments[box] ?? 0;
      if (isNear(place, line[segment], line[segment + 1], metres)) return true;
      continue;
    }
    const [below, begin] = [levels[level - 1] ?? 0, levels[level] ?? 0];
    const first = below + (box - begin) * BRANCHES;
    const end = Math.min(begin, first + BRANCHES);
    for (let child = first; child < end; child += 1) stack.push(level - 1, child);
  }
  return false;
}

/**
 * Returns the segments with a piece that may be within the given distance of the straight line between two nearby
 * coordinates; some may be repeated.
 */
export function segmentsNear(tree: SegmentTree, from: Coordinates, to: Coordinates, metres: number): number[] {
  const { segments, boxes, levels } = tree;
  const reachM = metres * BEYOND.share + BEYOND.metres;
  const high = reachM / DEGREE_M;
  const [south, north] = [Math.min(from.lat, to.lat) - high, Math.max(from.lat, to.lat) + high];
  const wide =
    high / Math.max(1e-6, Math.cos((Math.PI / 180) * Math.min(90, Math.max(Math.abs(south), Math.abs(north)))));
  const end = from.lon + deltaLon(from.lon, to.lon);
  const [west, east] = [Math.min(from.lon, end) - wide, Math.max(from.lon, end) + wide];
  const found: number[] = [];
  const top = levels.length - 2;
  // Level and box, in pairs.
  const stack = [top, levels[top] ?? 0];
  while (stack.length > 0) {
    const box = stack.pop() ?? 0;
    const level = stack.pop() ?? 0;
    if (at(boxes, box * 4) > north || at(boxes, box * 4 + 1) < south) continue;
    if (!overlaps(at(boxes, box * 4 + 2), at(boxes, box * 4 + 3), west, east)) continue;
    if (level === 0) {
      found.push(segments[box] ?? 0);
      continue;
    }
    const [below, begin] = [levels[level - 1] ?? 0, levels[level] ?? 0];
    const first = below + (box - begin) * BRANCHES;
    for (let child = first; child < Math.min(begin, first + BRANCHES); child += 1) stack.push(level - 1, child);
  }
  return found;
}

/** True when two spans of longitudes overlap, whatever the meridian from which each is counted. */
function overlaps(west0: number, east0: number, west1: number, east1: number): boolean {
  return [0, -360, 360].some((turn) => west0 + turn <= east1 && east0 + turn >= west1);
}

function isNear(
  place: Coordinates,
  from: Coordinates | undefined,
  to: Coordinates | undefined,
  metres: number,
): boolean {
  return from !== undefined && to !== undefined && distanceToLineM(place, from, to) <= metres;
}

/** South, north, west, east, and the segment. */
const FIELDS = 5;

/**
 * Splits the segments into pieces no longer than twice their mean, so that boxes of long ones, across the map, remain
 * slim. West is from -180 up to 180; east can be beyond.
 */
function piecesOf(line: readonly Coordinates[]): number[] {
  const lengths = line.map((from, index) => {
    const to = line[index + 1];
    return to ? Math.max(Math.abs(to.lat - from.lat), Math.abs(deltaLon(from.lon, to.lon))) : 0;
  });
  const longest = (2 * lengths.reduce((sum, one) => sum + one, 0)) / (line.length - 1);
  const pieces: number[] = [];
  for (const [index, from] of line.entries()) {
    const to = line[index + 1];
    if (!to) break;
    const [north, east] = [to.lat - from.lat, deltaLon(from.lon, to.lon)];
    const parts = longest > 0 ? Math.max(1, Math.ceil((lengths[index] ?? 0) / longest)) : 1;
    for (let part = 0; part < parts; part += 1) {
      const [a, b] = [part / parts, (part + 1) / parts];
      const [south0, north0] = [from.lat + a * north, from.lat + b * north];
      const [west0, east0] = [from.lon + a * east, from.lon + b * east];
      const west = Math.min(west0, east0);
      const turn = west < -180 ? 360 : west >= 180 ? -360 : 0;
      pieces.push(
        Math.min(south0, north0),
        Math.max(south0, north0),
        west + turn,
        Math.max(west0, east0) + turn,
        index,
      );
    }
  }
  return pieces;
}

/** Orders the pieces by Morton code, so that near ones are adjacent. */
function nearTogether(pieces: readonly number[], count: number): number[] {
  const [south, north, west, east] = around(pieces, 0, count, FIELDS);
  const keys = new Float64Array(count);
  for (let piece = 0; piece < count; piece += 1) {
    const field = (index: number) => pieces[piece * FIELDS + index] ?? 0;
    const row = scale((field(0) + field(1)) / 2, south, north);
    const column = scale((field(2) + field(3)) / 2, west, east);
    keys[piece] = (spread(row) * 2 + spread(column)) * MAX_PIECES + piece;
  }
  return Array.from(keys.toSorted(), (key) => key % MAX_PIECES);
}

const scale = (value: number, low: number, high: number): number =>
  high > low ? Math.floor(((value - low) / (high - low)) * MORTON_CELLS) : 0;

/** Spreads 16 bits of a number, with an empty one above each. */
function spread(bits: number): number {
  let wide = (bits | (bits << 8)) & 0x00ff00ff;
  wide = (wide | (wide << 4)) & 0x0f0f0f0f;
  wide = (wide | (wide << 2)) & 0x33333333;
  return (wide | (wide << 1)) & 0x55555555;
}

function around(
  boxes: ArrayLike<number>,
  first: number,
  end: number,
  fields = 4,
): [south: number, north: number, west: number, east: number] {
  let [south, north, west, east] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let box = first; box < end; box += 1) {
    south = Math.min(south, boxes[box * fields] ?? NaN);
    north = Math.max(north, boxes[box * fields + 1] ?? NaN);
    west = Math.min(west, boxes[box * fields + 2] ?? NaN);
    east = Math.max(east, boxes[box * fields + 3] ?? NaN);
  }
  return [south, north, west, east];
}

const outside = (value: number, low: number, high: number): number =>
  value < low ? low - value : value > high ? value - high : 0;

/** Returns degrees of longitude from coordinates to a box, the short way round. */
function eastwards(lon: number, west: number, east: number): number {
  const plain = outside(lon, west, east);
  if (plain === 0) return 0;
  return Math.min(plain, outside(lon + 360, west, east), outside(lon - 360, west, east));
}

const at = (numbers: Float32Array, index: number): number => numbers[index] ?? NaN;

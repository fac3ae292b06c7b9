import { deltaLon, type Coordinates } from './geo.ts';

/**
 * A ring, indexed by rows of latitude: a segment tree over the latitudes of its corners. Each node lists the edges that
 * cross all of its latitudes, from west to east. They do not cross each other, so a binary search in each of the nodes
 * above a latitude counts the edges to the east of given coordinates: at most some hundred comparisons, whatever the
 * ring.
 */
export interface RingRows {
  /** Latitudes of the corners, ascending, each once. */
  rows: Float64Array;
  /** The leaf of the first row: a power of two. */
  leaves: number;
  /** Edges of node `n` are `edges[starts[n]]` up to `edges[starts[n + 1]]`. */
  starts: Int32Array;
  edges: Int32Array;
  /** Edge `k` leads from corner `k` to `k + 1`; corner 0 is the last one of the ring. */
  lats: Float64Array;
  /** Longitudes, accumulated from corner 0, so that the ring stays in one piece. */
  easts: Float64Array;
  firstLon: number;
  /** Closer to an edge than this (degrees), rounding decides, so all edges are checked instead. */
  guardDeg: number;
}

/**
 * Returns the possible error of a sum of this many longitudes, degrees: eight times that of the additions.
 * @param reach their greatest distance from the first one
 */
export const guardOf = (corners: number, reach: number): number => (corners + 4) * (reach + 360) * 2 ** -50;

/** Indexes a ring; null where its edges cross each other, or a corner is not a finite number. */
export function ringRows(ring: readonly Coordinates[]): RingRows | null {
  const count = ring.length;
  const last = ring[count - 1];
  if (!last) return null;
  const lats = new Float64Array(count + 1);
  const easts = new Float64Array(count + 1);
  lats[0] = last.lat;
  let [from, reach] = [last, 0];
  for (const [index, to] of ring.entries()) {
    lats[index + 1] = to.lat;
    easts[index + 1] = at(easts, index) + deltaLon(from.lon, to.lon);
    reach = Math.max(reach, Math.abs(at(easts, index + 1)));
    from = to;
  }
  const rows = Float64Array.from(new Set(lats)).toSorted();
  const guardDeg = guardOf(count, reach);
  if (!Number.isFinite(guardDeg) || rows.some((lat) => !Number.isFinite(lat))) return null;
  const leaves = 2 ** Math.ceil(Math.log2(Math.max(1, rows.length - 1)));
  const indexed = { rows, leaves, lats, easts, firstLon: last.lon, guardDeg, ...nodesOf({ rows, leaves, lats }) };
  return inOrder(indexed) ? indexed : null;
}

/** True when coordinates lie in the ring, exactly as in `inRing`; null where all edges have to be checked. */
export function inRows(ring: RingRows, lat: number, lon: number): boolean | null {
  const { rows, leaves, starts, edges, firstLon } = ring;
  if (!(lat >= at(rows, 0) && lat < at(rows, rows.length - 1))) return false;
  const firstEast = deltaLon(lon, firstLon);
  const guardDeg = ring.guardDeg * Math.max(1, Math.abs(firstEast) / 360);
  let inside = false;
  for (let node = leaves + rowOf(rows, lat); node > 0; node >>= 1) {
    const [start, end] = [at(starts, node), at(starts, node + 1)];
    if (start === end) continue;
    let [low, high] = [start, end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (firstEast + eastAt(ring, at(edges, middle), lat) > 0) high = middle;
      else low = middle + 1;
    }
    if (low > start && !(firstEast + eastAt(ring, at(edges, low - 1), lat) < -guardDeg)) return null;
    if (low < end && !(firstEast + eastAt(ring, at(edges, low), lat) > guardDeg)) return null;
    if ((end - low) % 2 === 1) inside = !inside;
  }
  return inside;
}

/** Lists each edge in the fewest nodes that make up its latitudes, from west to east. */
function nodesOf(ring: Pick<RingRows, 'rows' | 'leaves' | 'lats'>): Pick<RingRows, 'starts' | 'edges'> {
  const { leaves, lats, rows } = ring;
  const index = new Map(Array.from(rows, (lat, row) => [lat, row]));
  const rowAt = (corner: number) => index.get(at(lats, corner)) ?? 0;
  const each = (visit: (node: number, edge: number) => void) => {
    for (let edge = 0; edge < lats.length - 1; edge += 1) {
      const [a, b] = [rowAt(edge), rowAt(edge + 1)];
      let [low, high] = [leaves + Math.min(a, b), leaves + Math.max(a, b)];
      for (; low < high; low >>= 1, high >>= 1) {
        if (low % 2 === 1) visit(low++, edge);
        if (high % 2 === 1) visit(--high, edge);
      }
    }
  };
  const starts = new Int32Array(2 * leaves + 1);
  each((node) => (starts[node + 1] = at(starts, node + 1) + 1));
  for (let node = 1; node < starts.length; node += 1) starts[node] = at(starts, node) + at(starts, node - 1);
  const next = starts.slice();
  const edges = new Int32Array(at(starts, starts.length - 1));
  each((node, edge) => {
    const slot = at(next, node);
    edges[slot] = edge;
    next[node] = slot + 1;
  });
  return { starts, edges };
}

/** Sorts the edges of each node from west to east; false where some cross each other. */
function inOrder(ring: RingRows): boolean {
  const { starts, edges, rows, leaves, guardDeg } = ring;
  const lastRow = rows.length - 1;
  for (let [node, width] = [1, leaves]; node < 2 * leaves; node += 1) {
    // The number of rows of a node halves with each level.
    if (node > 1 && (node & (node - 1)) === 0) width /= 2;
    const list = edges.subarray(at(starts, node), at(starts, node + 1));
    if (list.length < 2) continue;
    const first = node * width - leaves;
    const [south, north] = [at(rows, first), at(rows, Math.min(lastRow, first + width))];
    const middle = (south + north) / 2;
    list.sort((a, b) => eastAt(ring, a, middle) - eastAt(ring, b, middle));
    let [south0, north0] = [-Infinity, -Infinity];
    for (const edge of list) {
      const [s, n] = [eastAt(ring, edge, south), eastAt(ring, edge, north)];
      if (!(s >= south0 - guardDeg / 4 && n >= north0 - guardDeg / 4)) return false;
      south0 = Math.max(south0, s);
      north0 = Math.max(north0, n);
    }
  }
  return true;
}

/** Returns where an edge crosses a latitude, degrees to the east of corner 0. */
function eastAt({ lats, easts }: RingRows, edge: number, lat: number): number {
  const [from, to] = [at(lats, edge), at(lats, edge + 1)];
  const east = at(easts, edge);
  return east + ((lat - from) / (to - from)) * (at(easts, edge + 1) - east);
}

/** Returns the last row that is not above a latitude. */
function rowOf(rows: Float64Array, lat: number): number {
  let [low, high] = [0, rows.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at(rows, middle) <= lat) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns a number of an array, NaN beyond its end. */
const at = (numbers: Float64Array | Int32Array, index: number): number => numbers[index] ?? NaN;

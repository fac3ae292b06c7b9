import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';
import { shapeFault, tidyShape } from '@milepost/contract/shape-fault';
import type { FoundFence } from './found-fence.ts';

type Polygon = Extract<FenceShape, { kind: 'polygon' }>;
type Edge = [from: Place, to: Place];

const key = ({ lat, lon }: Place) => `${lat.toFixed(7)} ${lon.toFixed(7)}`;
const isOnBorder = ({ lon }: Place) => lon === 180;
/** Some programs cut a metre before the border. */
const NEAR = 1e-5;
/** Longitudes east of the border as a continuation of the west. */
const unwrapped = ({ lat, lon }: Place): Place => {
  const beyond = lon < 0 ? lon + 360 : lon;
  return { lat, lon: Math.abs(beyond - 180) <= NEAR ? 180 : beyond };
};
const wrapped = ({ lat, lon }: Place): Place => ({ lat, lon: lon > 180 ? lon - 360 : lon });

/** The side of the border on which an area lies that touches it; null for others. */
function sideOf({ rings }: Polygon): 'west' | 'east' | null {
  const lons = rings.flat().map((place) => unwrapped(place).lon);
  if (!lons.includes(180)) return null;
  if (lons.every((lon) => lon <= 180)) return 'west';
  return lons.every((lon) => lon >= 180) ? 'east' : null;
}

/**
 * Joins areas that a file cuts at the 180th meridian, as RFC 7946 requires (section 3.1.9): areas on both sides that
 * share a part of the border are one area. Other areas stay unchanged.
 */
export function joinHalves<Other>(shapes: readonly (FenceShape | Other)[]): (FenceShape | Other)[] {
  const isPolygon = (shape: FenceShape | Other): shape is Polygon =>
    typeof shape === 'object' && shape !== null && 'rings' in shape;
  const sides = Map.groupBy(shapes.filter(isPolygon), sideOf);
  const [west, east] = [sides.get('west') ?? [], sides.get('east') ?? []];
  if (east.length === 0 || west.length === 0) return [...shapes];
  const cut = new Set<FenceShape | Other>([...west, ...east]);
  const joined = joinEdges([...west, ...east].flatMap(({ rings }) => rings));
  const first = shapes.findIndex((shape) => cut.has(shape));
  return shapes.flatMap((shape, index) => (index === first ? joined : cut.has(shape) ? [] : [shape]));
}

/** Joins halves that a file contains as geofences of the same name. */
export function joinHalvesByName(found: readonly FoundFence[]): FoundFence[] {
  const areas = found.filter(({ name, shape }) => name !== '' && shape?.kind === 'polygon' && sideOf(shape) !== null);
  const joined = new Map<FoundFence, FoundFence | null>();
  for (const [first, ...others] of Map.groupBy(areas, ({ name }) => name).values()) {
    const [shape, ...more] = joinHalves([first, ...others].flatMap((one) => one?.shape ?? []));
    if (first === undefined || others.length === 0 || shape === undefined || more.length > 0) continue;
    const tidy = tidyShape(shape);
    const fault = shapeFault(tidy);
    joined.set(first, { ...first, shape: fault ? null : tidy, fault });
    for (const other of others) joined.set(other, null);
  }
  return found.flatMap((one) => (joined.has(one) ? (joined.get(one) ?? []) : [one]));
}

function joinEdges(rings: readonly (readonly Place[])[]): Polygon[] {
  const open = rings.map((ring) => withoutClosing(ring.map(unwrapped)));
  const onBorder = [
    ...new Set(
      open
        .flat()
        .filter(isOnBorder)
        .map(({ lat }) => lat),
    ),
  ].toSorted((a, b) => a - b);
  // Outlines in one direction and inner rings in the other, so that common edges are opposed.
  const edges = open.flatMap((ring, index) => edgesOf(turned(ring, isInnerRing(open, index)), onBorder));
  const there = new Map<string, number>();
  for (const [from, to] of edges) there.set(`${key(from)}|${key(to)}`, (there.get(`${key(from)}|${key(to)}`) ?? 0) + 1);
  const left = edges.filter(
    ([from, to]) => !(isOnBorder(from) && isOnBorder(to) && there.has(`${key(to)}|${key(from)}`)),
  );
  const loops = chained(left).map((loop) => straightened(loop));
  const outlines = loops.filter((loop) => areaOf(loop) > 0);
  const innerLoops = loops.filter((loop) => areaOf(loop) < 0);
  return outlines.map((outline) => ({
    kind: 'polygon',
    rings: [outline, ...innerLoops.filter(([corner]) => corner && isIn(corner, outline))].map((ring) =>
      ring.map(wrapped),
    ),
  }));
}

function withoutClosing(ring: readonly Place[]): Place[] {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length > 1 && first && last && key(first) === key(last) ? ring.slice(0, -1) : [...ring];
}

/** Twice the signed area in square degrees; positive counter-clockwise. */
const areaOf = (ring: readonly Place[]): number =>
  ring.reduce((sum, { lat, lon }, index) => {
    const next = ring[(index + 1) % ring.length];
    return next ? sum + lon * next.lat - next.lon * lat : sum;
  }, 0);

function isIn({ lat, lon }: Place, ring: readonly Place[]): boolean {
  return ring.reduce((inside, from, index) => {
    const to = ring[(index + 1) % ring.length] ?? from;
    const crosses = from.lat > lat !== to.lat > lat;
    return crosses && lon < from.lon + ((lat - from.lat) / (to.lat - from.lat)) * (to.lon - from.lon)
      ? !inside
      : inside;
  }, false);
}

/** True if a ring lies in one of the others. */
const isInnerRing = (rings: readonly Place[][], index: number): boolean => {
  const [corner] = (rings[index] ?? []).filter((place) => !isOnBorder(place));
  return corner !== undefined && rings.some((other, at) => at !== index && isIn(corner, other));
};

const turned = (ring: Place[], clockwise: boolean): Place[] =>
  areaOf(ring) > 0 === clockwise ? ring.toReversed() : ring;

/** The edges of a ring, those along the border split at every corner that lies there. */
function edgesOf(ring: readonly Place[], onBorder: readonly number[]): Edge[] {
  return ring.flatMap((from, index): Edge[] => {
    const to = ring[(index + 1) % ring.length] ?? from;
    if (!isOnBorder(from) || !isOnBorder(to)) return [[from, to]];
    const between = onBorder.filter((lat) => lat > Math.min(from.lat, to.lat) && lat < Math.max(from.lat, to.lat));
    const stops = [from, ...(from.lat < to.lat ? between : between.toReversed()).map((lat) => ({ lat, lon: 180 })), to];
    return stops.slice(1).map((stop, at): Edge => [stops[at] ?? from, stop]);
  });
}

/** Chains edges to rings. */
function chained(edges: readonly Edge[]): Place[][] {
  const from = Map.groupBy(edges, ([start]) => key(start));
  const loops: Place[][] = [];
  for (const edge of edges) {
    const loop: Place[] = [];
    let next: Edge | undefined = edge;
    while (next) {
      const [start, end]: Edge = next;
      const waiting: Edge[] = from.get(key(start)) ?? [];
      const at = waiting.indexOf(next);
      if (at < 0) break;
      waiting.splice(at, 1);
      loop.push(start);
      next = from.get(key(end))?.[0];
    }
    if (loop.length > 2) loops.push(loop);
  }
  return loops;
}

/** Removes the corners on the border that only the cut has made. */
const straightened = (ring: Place[]): Place[] =>
  ring.filter((place, index) => {
    const [before, after] = [ring.at(index - 1), ring[(index + 1) % ring.length]];
    if (!isOnBorder(place) || !before || !after) return true;
    const cross =
      (place.lon - before.lon) * (after.lat - before.lat) - (place.lat - before.lat) * (after.lon - before.lon);
    return Math.abs(cross) > 1e-9;
  });

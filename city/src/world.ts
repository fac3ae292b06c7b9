import { elementAt } from './at.ts';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { feature } from 'topojson-client';
import { simplifyLine } from './simplify-line.ts';
import { unwrapRing } from './unwrap.ts';

type Point = [number, number];

interface Topology {
  type: 'Topology';
  transform?: { scale: Point; translate: Point };
  objects: { countries: object };
  arcs: Point[][];
}

/** The source has no object for the city as a whole. */
const CITY = { name: 'Montevideo', at: [-56.18, -34.88] } as const;

/** Returns the path of the country outlines inside the package that contains them. */
export function worldFile(): string {
  const require = createRequire(import.meta.url);
  return require.resolve('world-atlas/countries-50m.json');
}

/** Converts the delta-coded integers of a topology to degrees. */
function decodeArcs(topology: Topology): void {
  const { scale, translate } = topology.transform ?? { scale: [1, 1], translate: [0, 0] };
  topology.arcs = topology.arcs.map((arc) => {
    let x = 0;
    let y = 0;
    return arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
  delete topology.transform;
}

/** Replaces the coarse coast at the city by the city's own, so that the two meet at the city's edges. */
function spliceCoast(arcs: Point[][], coast: readonly Point[]): void {
  const west = elementAt(coast, 0)[0];
  const east = elementAt(coast, coast.length - 1)[0];
  const lat = coast.reduce((sum, point) => sum + point[1], 0) / coast.length;
  for (const [i, arc] of arcs.entries()) {
    const near = arc.map(([x, y]) => x >= west && x <= east && Math.abs(y - lat) < 0.3);
    const first = near.indexOf(true);
    if (first < 1 || near.at(-1)) continue;
    const last = near.lastIndexOf(true);
    const eastward = elementAt(arc, first - 1)[0] < elementAt(arc, last + 1)[0];
    arcs[i] = [...arc.slice(0, first), ...(eastward ? coast : coast.toReversed()), ...arc.slice(last + 1)];
    return;
  }
  throw new Error('the world outlines have no coast at the city');
}

/** Returns the degrees of detail that may be dropped: little near the city, more where no close view is expected. */
function toleranceAt([x, y]: Point, [cx, cy]: Point): number {
  return Math.hypot(x - cx, y - cy) < 6 ? 0.0006 : 0.07;
}

function ringArea(ring: readonly number[][]): number {
  let sum = 0;
  for (let i = 0; i + 1 < ring.length; i += 1)
    sum +=
      elementAt(elementAt(ring, i), 0) * elementAt(elementAt(ring, i + 1), 1) -
      elementAt(elementAt(ring, i + 1), 0) * elementAt(elementAt(ring, i), 1);
  return Math.abs(sum / 2);
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
const coarse = (value: number): number => Math.round(value * 100) / 100;

/**
 * Countries as areas, with a label point in the largest part of each; small enough to be one file.
 *
 * @param coast the city's shore from west to east, which replaces the coarse one
 */
export function buildWorld(coast: readonly Point[]): FeatureCollection {
  const topology: Topology = JSON.parse(readFileSync(worldFile(), 'utf8'));
  decodeArcs(topology);
  spliceCoast(topology.arcs, coast);
  const centre = elementAt(coast, Math.floor(coast.length / 2));
  const isNear = (point: Point): boolean => Math.hypot(point[0] - centre[0], point[1] - centre[1]) < 6;
  topology.arcs = topology.arcs.map((arc) =>
    simplifyLine(arc, toleranceAt(elementAt(arc, 0), centre)).map((point): Point =>
      isNear(point) ? [round(point[0]), round(point[1])] : [coarse(point[0]), coarse(point[1])],
    ),
  );
  const out: Feature[] = [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [...CITY.at] },
      properties: { kind: 'city', name: CITY.name },
    },
  ];
  for (const country of feature(topology, topology.objects.countries).features) {
    const name = country.properties['name'] ?? '';
    const all = country.geometry.type === 'Polygon' ? [country.geometry.coordinates] : country.geometry.coordinates;
    const flat = all.map((polygon) => polygon.map(unwrapRing));
    const polygons = flat.filter(
      (polygon) => ringArea(elementAt(polygon, 0)) > 0.02 || isNear(elementAt(elementAt(polygon, 0), 0)),
    );
    if (polygons.length === 0) continue;
    const land: Geometry = { type: 'MultiPolygon', coordinates: polygons };
    out.push({ type: 'Feature', geometry: land, properties: { kind: 'country' } });
    const main = elementAt(
      polygons.reduce((a, b) => (ringArea(elementAt(a, 0)) > ringArea(elementAt(b, 0)) ? a : b)),
      0,
    );
    const size = ringArea(main);
    const rank = size > 300 ? 1 : size > 30 ? 2 : size > 4 ? 3 : 4;
    if (name) {
      const point: Geometry = { type: 'Point', coordinates: labelPoint(main) };
      out.push({ type: 'Feature', geometry: point, properties: { kind: 'label', name, rank } });
    }
  }
  return { type: 'FeatureCollection', features: out };
}

/** Returns a point inside a ring, in the middle of its widest row out of nine near the centre. */
function labelPoint(ring: readonly number[][]): Point {
  const ys = ring.map((point) => elementAt(point, 1));
  const [top, bottom] = [Math.max(...ys), Math.min(...ys)];
  let best: { width: number; at: Point } = {
    width: -1,
    at: [elementAt(elementAt(ring, 0), 0), elementAt(elementAt(ring, 0), 1)],
  };
  for (let step = 3; step <= 9; step += 1) {
    const y = bottom + ((top - bottom) * step) / 12 + 1e-7;
    const cuts: number[] = [];
    for (let i = 0; i + 1 < ring.length; i += 1) {
      const [a, b] = [elementAt(ring, i), elementAt(ring, i + 1)];
      if (elementAt(a, 1) > y !== elementAt(b, 1) > y)
        cuts.push(
          elementAt(a, 0) +
            ((y - elementAt(a, 1)) * (elementAt(b, 0) - elementAt(a, 0))) / (elementAt(b, 1) - elementAt(a, 1)),
        );
    }
    cuts.sort((a, b) => a - b);
    for (let c = 0; c + 1 < cuts.length; c += 2) {
      const width = elementAt(cuts, c + 1) - elementAt(cuts, c);
      if (width > best.width) best = { width, at: [coarse(elementAt(cuts, c) + width / 2), coarse(y)] };
    }
  }
  return best.at;
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { elementAt } from './at.ts';
import { distanceM } from './distance.ts';
import type { RoadEdge, RoadFile, RoadNetwork } from './graph-format.ts';
import { PointGrid } from './point-grid.ts';
import { search } from './search.ts';
import type { SearchSpace } from './search.ts';

/** A network ready for routing. An arc is a direction of an edge: 2 × edge along its shape, 2 × edge + 1 against it. */
export interface RoadGraph extends RoadNetwork {
  space: SearchSpace;
  grid: PointGrid;
}

export interface Route {
  /** Arcs in the order of driving; empty if start and end are the same node. */
  arcs: number[];
  lengthM: number;
  /** Seconds at the speed limits, without stops. */
  seconds: number;
}

/** The output file of the road graph. */
export const ROADS_FILE = fileURLToPath(new URL('../dist/roads.json', import.meta.url));

/**
 * Reads the road graph of the demo city.
 *
 * @throws if the file is missing (the city is not built) or is not a road graph
 */
export function loadRoadGraph(file: string = ROADS_FILE): RoadGraph {
  const packed: RoadFile = JSON.parse(readFileSync(file, 'utf8'));
  return toGraph(unpackNetwork(packed));
}

/** Unpacks the file form. Lengths are measured from the shapes. */
export function unpackNetwork(file: RoadFile): RoadNetwork {
  const nodes: { lat: number; lon: number; signal: boolean }[] = [];
  for (let i = 0; i + 2 < file.nodes.length; i += 3) {
    nodes.push({
      lat: elementAt(file.nodes, i) / 1e6,
      lon: elementAt(file.nodes, i + 1) / 1e6,
      signal: file.nodes[i + 2] === 1,
    });
  }
  const edges = file.edges.map((row): RoadEdge => {
    const shape: number[] = [];
    let [lat, lon, lengthM] = [0, 0, 0];
    for (let i = 6; i + 1 < row.length; i += 2) {
      const [nextLat, nextLon] = [lat + elementAt(row, i), lon + elementAt(row, i + 1)];
      if (i > 6) lengthM += distanceM(lat / 1e6, lon / 1e6, nextLat / 1e6, nextLon / 1e6);
      [lat, lon] = [nextLat, nextLon];
      shape.push(lat / 1e6, lon / 1e6);
    }
    const flags = elementAt(row, 4);
    return {
      from: elementAt(row, 0),
      to: elementAt(row, 1),
      cls: elementAt(file.classes, elementAt(row, 2)),
      limitKph: elementAt(row, 3),
      oneway: (flags & 1) === 1 ? 1 : 0,
      tunnel: (flags & 2) === 2,
      name: elementAt(file.names, elementAt(row, 5)),
      lengthM,
      shape,
    };
  });
  return { nodes, edges };
}

/** Minor streets are slower than their limit: crossings, parked cars. Makes routes prefer the main roads. */
const PACE: Readonly<Record<string, number>> = { residential: 0.65, service: 0.5, tertiary: 0.8, secondary: 0.9 };

/** Prepares a network for routing. */
export function toGraph(network: RoadNetwork): RoadGraph {
  const arcs = network.edges.flatMap((edge, i) => (edge.oneway === 1 ? [2 * i] : [2 * i, 2 * i + 1]));
  const firstArc = new Int32Array(network.nodes.length + 1);
  for (const arc of arcs) firstArc[arcFrom(network, arc) + 1] = elementAt(firstArc, arcFrom(network, arc) + 1) + 1;
  for (let i = 1; i < firstArc.length; i += 1) firstArc[i] = elementAt(firstArc, i) + elementAt(firstArc, i - 1);
  const fill = firstArc.slice();
  const arcIds = new Int32Array(arcs.length);
  const targets = new Int32Array(arcs.length);
  const costs = new Float64Array(arcs.length);
  let fastestMps = 1;
  for (const arc of arcs) {
    const from = arcFrom(network, arc);
    const slot = elementAt(fill, from);
    fill[from] = slot + 1;
    const edge = elementAt(network.edges, arc >> 1);
    const mps = (edge.limitKph / 3.6) * (PACE[edge.cls] ?? 1);
    fastestMps = Math.max(fastestMps, mps);
    arcIds[slot] = arc;
    targets[slot] = arcTo(network, arc);
    costs[slot] = edge.lengthM / mps;
  }
  const lats = Float64Array.from(network.nodes, (node) => node.lat);
  const lons = Float64Array.from(network.nodes, (node) => node.lon);
  return {
    ...network,
    space: { firstArc, arcIds, targets, costs, ...onPlane(lats, lons), fastestMps },
    grid: new PointGrid(lats, lons),
  };
}

/** Metres from the first node, on a plane that touches the globe there; two parts in a thousand shorter than true. */
function onPlane(lats: Float64Array, lons: Float64Array): { xs: Float64Array; ys: Float64Array } {
  const [lat0, lon0] = [lats[0] ?? 0, lons[0] ?? 0];
  // Distances on the plane must never exceed the true ones, or the search could miss the best way.
  const scale = 0.998;
  const perLat = distanceM(lat0, lon0, lat0 + 1e-3, lon0) * 1e3 * scale;
  const perLon = distanceM(lat0, lon0, lat0, lon0 + 1e-3) * 1e3 * scale;
  return { xs: lons.map((lon) => (lon - lon0) * perLon), ys: lats.map((lat) => (lat - lat0) * perLat) };
}

/** The node where an arc begins. */
export function arcFrom(network: RoadNetwork, arc: number): number {
  const edge = elementAt(network.edges, arc >> 1);
  return (arc & 1) === 0 ? edge.from : edge.to;
}

/** The node where an arc ends. */
export function arcTo(network: RoadNetwork, arc: number): number {
  const edge = elementAt(network.edges, arc >> 1);
  return (arc & 1) === 0 ? edge.to : edge.from;
}

/** Returns the quickest route from one node to another by the speed limits, or null. */
export function route(graph: RoadGraph, from: number, to: number): Route | null {
  const arcs = search(graph.space, from, to);
  if (!arcs) return null;
  let lengthM = 0;
  let seconds = 0;
  for (const arc of arcs) {
    const edge = elementAt(graph.edges, arc >> 1);
    lengthM += edge.lengthM;
    seconds += (edge.lengthM / edge.limitKph) * 3.6;
  }
  return { arcs, lengthM, seconds };
}

/** Returns the node nearest to coordinates, in a straight line; -1 only in an empty graph. */
export function nearestNode(graph: RoadGraph, lat: number, lon: number): number {
  return graph.grid.nearest(lat, lon);
}

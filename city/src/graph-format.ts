import type { RoadClass } from './road-class.ts';

/** A section of road between two junctions, both directions in one. */
export interface RoadEdge {
  /** Indexes of the junctions. */
  from: number;
  to: number;
  lengthM: number;
  cls: RoadClass;
  /** Speed limit in km/h. */
  limitKph: number;
  /** 1: only from `from` to `to`; 0: both ways. */
  oneway: 0 | 1;
  /** '' if the road has none. */
  name: string;
  tunnel: boolean;
  /** Flat [lat, lon, lat, lon…] in degrees, junctions included. */
  shape: readonly number[];
}

/** Junctions and roads, as built from the source or written by hand in a test. */
export interface RoadNetwork {
  nodes: readonly { lat: number; lon: number; signal: boolean }[];
  edges: readonly RoadEdge[];
}

/** The file form: names and classes in tables, coordinates as whole 1e-6 degrees, shapes as differences. */
export interface RoadFile {
  classes: RoadClass[];
  names: string[];
  /** Flat [lat, lon, signal…]. */
  nodes: number[];
  /** For each edge [from, to, class, limit, oneway + 2 × tunnel, name, lat, lon, dlat, dlon…]. */
  edges: number[][];
}

const micro = (degrees: number): number => Math.round(degrees * 1e6);

/** Packs a network into its file form. */
export function packNetwork(network: RoadNetwork): RoadFile {
  const classes = new Map<RoadClass, number>();
  const names = new Map<string, number>();
  const edges = network.edges.map((edge) => {
    const flags = edge.oneway + (edge.tunnel ? 2 : 0);
    const row = [edge.from, edge.to, indexIn(classes, edge.cls), edge.limitKph, flags, indexIn(names, edge.name)];
    let [lat, lon] = [0, 0];
    for (let i = 0; i + 1 < edge.shape.length; i += 2) {
      const [nextLat, nextLon] = [micro(edge.shape[i] ?? 0), micro(edge.shape[i + 1] ?? 0)];
      row.push(nextLat - lat, nextLon - lon);
      [lat, lon] = [nextLat, nextLon];
    }
    return row;
  });
  const nodes = network.nodes.flatMap((node) => [micro(node.lat), micro(node.lon), node.signal ? 1 : 0]);
  return { classes: [...classes.keys()], names: [...names.keys()], nodes, edges };
}

/** Returns the index of a value in a table, adding it if it is new. */
function indexIn<T>(table: Map<T, number>, value: T): number {
  const known = table.get(value) ?? table.size;
  table.set(value, known);
  return known;
}

import { elementAt } from '@milepost/city/at';
import { bearingDeg, distanceM } from '@milepost/city/distance';
import type { RoadClass } from '@milepost/city/road-class';
import { arcTo, nearestNode, route } from '@milepost/city/road-graph';
import type { RoadGraph } from '@milepost/city/road-graph';

/**
 * A position at the kerb where a vehicle can stand: a point on an edge that is entered at its start and left at its
 * end.
 */
export interface Halt {
  id: number;
  name: string;
  edge: number;
  /** Metres from the start of the edge. */
  alongM: number;
}

/** The path between two halts, as arcs between the halts' own edges. */
export interface Way {
  arcs: Int32Array;
  lengthM: number;
  /** Seconds at the speed limits. */
  seconds: number;
}

/** A path as points. Sections lie between points: section i from point i to point i + 1. */
export interface Path {
  lats: number[];
  lons: number[];
  /** Metres from the start, for each point. */
  along: number[];
  /** The speed limit on each section. */
  limitsKph: number[];
  classes: RoadClass[];
  tunnels: boolean[];
  /** One value for each point: true at a traffic light. */
  signals: boolean[];
}

/** No vehicle stands on a shorter edge, or closer to its ends. */
const SHORTEST_KERB_M = 12;
const MARGIN_M = 4;
const MAX_WAYS = 60_000;

/** The road graph as drivers use it: positions to stand at, and the paths between them. Caches paths. */
export class Streets {
  readonly graph: RoadGraph;
  readonly #halts = new Map<string, Halt>();
  readonly #ways = new Map<number, Way>();

  constructor(graph: RoadGraph) {
    this.graph = graph;
  }

  /** Returns the kerb nearest to the coordinates (degrees), on a road at the nearest junction. */
  haltNear(name: string, lat: number, lon: number): Halt {
    const key = `${lat},${lon}`;
    const known = this.#halts.get(key);
    if (known) return known;
    const { space } = this.graph;
    const node = nearestNode(this.graph, lat, lon);
    const here: number[] = [];
    for (let slot = elementAt(space.firstArc, node); slot < elementAt(space.firstArc, node + 1); slot += 1) {
      here.push(elementAt(space.arcIds, slot) >> 1);
    }
    let best = this.#nearestKerb(here, lat, lon);
    // A junction with stubs only: search everywhere.
    if (best.edge < 0) best = this.#nearestKerb(this.graph.edges.keys(), lat, lon);
    if (best.edge < 0) throw new Error(`no road at ${name}`);
    const halt = { id: this.#halts.size, name, edge: best.edge, alongM: best.alongM };
    this.#halts.set(key, halt);
    return halt;
  }

  /** Returns the point nearest to the coordinates on some edges; edges on which no vehicle can stand are left out. */
  #nearestKerb(edges: Iterable<number>, lat: number, lon: number): { edge: number; alongM: number; d: number } {
    let best = { edge: -1, alongM: 0, d: Infinity };
    for (const id of edges) {
      const { shape, lengthM } = elementAt(this.graph.edges, id);
      if (lengthM < SHORTEST_KERB_M) continue;
      let along = 0;
      for (let i = 0; i + 3 < shape.length; i += 2) {
        const [latA, lonA, latB, lonB] = [
          elementAt(shape, i),
          elementAt(shape, i + 1),
          elementAt(shape, i + 2),
          elementAt(shape, i + 3),
        ];
        const length = distanceM(latA, lonA, latB, lonB);
        for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
          const d = distanceM(lat, lon, latA + (latB - latA) * part, lonA + (lonB - lonA) * part);
          const alongM = Math.min(lengthM - MARGIN_M, Math.max(MARGIN_M, along + length * part));
          if (d < best.d) best = { edge: id, alongM, d };
        }
        along += length;
      }
    }
    return best;
  }

  /** Returns the quickest path between two halts. */
  way(from: Halt, to: Halt): Way {
    const key = from.id * 65_536 + to.id;
    const known = this.#ways.get(key);
    if (known) return known;
    const start = elementAt(this.graph.edges, from.edge);
    const end = elementAt(this.graph.edges, to.edge);
    const found = route(this.graph, start.to, end.from);
    if (!found) throw new Error(`no path from ${from.name} to ${to.name}: the road graph is not connected`);
    const rest = start.lengthM - from.alongM;
    const way = {
      arcs: Int32Array.from(found.arcs),
      lengthM: rest + found.lengthM + to.alongM,
      seconds: found.seconds + (rest / start.limitKph + to.alongM / end.limitKph) * 3.6,
    };
    const oldest = this.#ways.keys().next();
    if (this.#ways.size >= MAX_WAYS && !oldest.done) this.#ways.delete(oldest.value);
    this.#ways.set(key, way);
    return way;
  }

  /** Returns the path as points to drive along. */
  path(from: Halt, to: Halt): Path {
    const path: Path = { lats: [], lons: [], along: [], limitsKph: [], classes: [], tunnels: [], signals: [] };
    this.#append(path, 2 * from.edge, from.alongM, Infinity);
    for (const arc of this.way(from, to).arcs) this.#append(path, arc, 0, Infinity);
    this.#append(path, 2 * to.edge, 0, to.alongM);
    return path;
  }

  /** Returns the coordinates of a halt in degrees, and the direction of its road. */
  placeOf(halt: Halt): { lat: number; lon: number; courseDeg: number } {
    const path: Path = { lats: [], lons: [], along: [], limitsKph: [], classes: [], tunnels: [], signals: [] };
    this.#append(path, 2 * halt.edge, 0, halt.alongM);
    const last = path.lats.length - 1;
    const [lat, lon] = [elementAt(path.lats, last), elementAt(path.lons, last)];
    return {
      lat,
      lon,
      courseDeg: bearingDeg(elementAt(path.lats, last - 1), elementAt(path.lons, last - 1), lat, lon),
    };
  }

  /** Adds the part of an arc from `startM` to `endM` metres, without points closer than half a metre. */
  #append(path: Path, arc: number, startM: number, endM: number): void {
    const edge = elementAt(this.graph.edges, arc >> 1);
    const size = edge.shape.length / 2;
    const index = (i: number): number => 2 * ((arc & 1) === 0 ? i : size - 1 - i);
    let along = 0;
    const add = (lat: number, lon: number, signal: boolean): void => {
      const last = path.lats.length - 1;
      if (last >= 0) {
        const length = distanceM(elementAt(path.lats, last), elementAt(path.lons, last), lat, lon);
        if (length < 0.5) {
          if (signal) path.signals[last] = true;
          return;
        }
        path.along.push(elementAt(path.along, last) + length);
        path.limitsKph.push(edge.limitKph);
        path.classes.push(edge.cls);
        path.tunnels.push(edge.tunnel);
      } else path.along.push(0);
      path.lats.push(lat);
      path.lons.push(lon);
      path.signals.push(signal);
    };
    for (let i = 0; i + 1 < size; i += 1) {
      const [latA, lonA] = [elementAt(edge.shape, index(i)), elementAt(edge.shape, index(i) + 1)];
      const [latB, lonB] = [elementAt(edge.shape, index(i + 1)), elementAt(edge.shape, index(i + 1) + 1)];
      const length = distanceM(latA, lonA, latB, lonB);
      const [from, to] = [Math.max(startM, along), Math.min(endM, along + length)];
      if (to > from && length > 0) {
        const on = (m: number): [number, number] => {
          const part = (m - along) / length;
          return [latA + (latB - latA) * part, lonA + (lonB - lonA) * part];
        };
        if (path.lats.length === 0) add(...on(from), false);
        const isEnd = i + 2 === size && to === along + length;
        add(...on(to), isEnd && elementAt(this.graph.nodes, arcTo(this.graph, arc)).signal);
      }
      along += length;
    }
  }
}

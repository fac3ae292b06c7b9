import { describe, expect, it } from 'vitest';
import { largestComponent } from './components.ts';
import { packNetwork } from './graph-format.ts';
import type { RoadEdge, RoadNetwork } from './graph-format.ts';
import { nearestNode, route, toGraph, unpackNetwork } from './road-graph.ts';

/** Four corners of a square in degrees, and the direction of its edges. */
const CORNERS = [
  { lat: 0, lon: 0, signal: false },
  { lat: 0, lon: 0.01, signal: true },
  { lat: 0.01, lon: 0.01, signal: false },
  { lat: 0.01, lon: 0, signal: false },
];
/** 0.01 degree of a great circle: 6,371,008.8 m x pi / 180 x 0.01. */
const SIDE_M = 1111.95;

function edge(from: number, to: number, more: Partial<RoadEdge> = {}): RoadEdge {
  const [a, b] = [CORNERS[from] ?? { lat: 0.02, lon: 0.02 }, CORNERS[to] ?? { lat: 0.02, lon: 0.02 }];
  const shape = [a.lat, a.lon, b.lat, b.lon];
  const usual = { cls: 'primary' as const, limitKph: 60, oneway: 0 as const, name: '', tunnel: false };
  return { ...usual, from, to, shape, lengthM: SIDE_M, ...more };
}

const square: RoadNetwork = { nodes: CORNERS, edges: [edge(0, 1), edge(1, 2), edge(2, 3), edge(3, 0)] };

describe('route', () => {
  it('takes the shorter way round and measures it', () => {
    const found = route(toGraph(square), 0, 2);
    expect(found?.arcs).toHaveLength(2);
    expect(found?.lengthM).toBeCloseTo(2 * SIDE_M, 0);
    // 2,223.9 m at 60 km/h.
    expect(found?.seconds).toBeCloseTo(133.4, 1);
  });

  it('does not drive against a one-way street', () => {
    const graph = toGraph({ ...square, edges: [edge(0, 1, { oneway: 1 }), edge(1, 2), edge(2, 3), edge(3, 0)] });
    expect(route(graph, 0, 1)?.arcs).toEqual([0]);
    // Back only the long way round: three sides, edges 1, 2 and 3 in their own direction.
    expect(route(graph, 1, 0)?.arcs).toEqual([2, 4, 6]);
  });

  it('prefers a longer way that is quicker', () => {
    const slow = edge(0, 1, { limitKph: 10 });
    const graph = toGraph({ ...square, edges: [slow, edge(1, 2), edge(2, 3), edge(3, 0)] });
    expect(route(graph, 0, 1)?.lengthM).toBeCloseTo(3 * SIDE_M, 0);
  });

  it('returns an empty route from a node to itself, and no route when there is none', () => {
    expect(route(toGraph(square), 3, 3)).toEqual({ arcs: [], lengthM: 0, seconds: 0 });
    expect(route(toGraph({ ...square, edges: [edge(0, 1)] }), 0, 2)).toBeNull();
  });
});

describe('largestComponent', () => {
  it('drops nodes that cannot be left or cannot be reached', () => {
    const deadEnd = edge(2, 4, { oneway: 1 });
    const network = { nodes: [...CORNERS, { lat: 0.02, lon: 0.02, signal: false }], edges: [deadEnd, ...square.edges] };
    const cached = largestComponent(network);
    expect(cached.nodes).toEqual(CORNERS);
    expect(cached.edges).toHaveLength(4);
  });

  it('renumbers the remaining nodes', () => {
    const lone = { lat: 5, lon: 5, signal: false };
    const shifted = square.edges.map((e) => ({ ...e, from: e.from + 1, to: e.to + 1 }));
    const cached = largestComponent({ nodes: [lone, ...CORNERS], edges: shifted });
    expect(cached.edges.map((e) => [e.from, e.to])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 0],
    ]);
  });
});

describe('file format', () => {
  it('stores a network to a millionth of a degree', () => {
    const bent = edge(0, 2, {
      shape: [0, 0, 0.001234, 0.004567, 0.01, 0.01],
      name: 'Av. Italia',
      tunnel: true,
      oneway: 1,
    });
    const read = unpackNetwork(packNetwork({ nodes: CORNERS, edges: [bent, edge(2, 0)] }));
    expect(read.nodes).toEqual(CORNERS);
    const { lengthM: _, ...rest } = bent;
    expect(read.edges[0]).toMatchObject(rest);
    // Measured along the bend: 526.0 m and 1,146.8 m by Pythagoras on 111,195 m per degree.
    expect(read.edges[0]?.lengthM).toBeCloseTo(526 + 1146.8, 0);
  });
});

describe('nearestNode', () => {
  it('finds the nearest junction near and far', () => {
    const graph = toGraph(square);
    expect(nearestNode(graph, 0.0012, 0.0089)).toBe(1);
    expect(nearestNode(graph, 9, -9)).toBe(3);
  });
});

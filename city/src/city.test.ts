import { beforeAll, describe, expect, it } from 'vitest';
import { latToGrid, lonToGrid } from './grid.ts';
import { arcFrom, arcTo, nearestNode, route } from './road-graph.ts';
import { cityForTests } from './testing.ts';

let city: ReturnType<typeof cityForTests>;
beforeAll(() => {
  city = cityForTests();
}, 60_000);

/** Returns the number of nodes reachable from node 0. */
function reach(next: (node: number) => number[]): number {
  const seen = new Set([0]);
  const stack = [0];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const target of next(node)) if (!seen.has(target) && seen.add(target)) stack.push(target);
  }
  return seen.size;
}

describe('the road graph of the city', () => {
  it('is large and strongly connected', () => {
    const { nodes, space } = city.graph;
    expect(nodes.length).toBeGreaterThan(15_000);
    const backwards: number[][] = nodes.map(() => []);
    for (const arc of space.arcIds) backwards[arcTo(city.graph, arc)]?.push(arcFrom(city.graph, arc));
    expect(reach((node) => [...space.targets.subarray(space.firstArc[node], space.firstArc[node + 1])])).toBe(
      nodes.length,
    );
    expect(reach((node) => backwards[node] ?? [])).toBe(nodes.length);
  });

  it('routes across the city in a plausible distance', () => {
    // From Plaza Independencia to the airport's road; 17.2 km in a straight line.
    const from = nearestNode(city.graph, -34.9065, -56.2);
    const to = nearestNode(city.graph, -34.8385, -56.03);
    const found = route(city.graph, from, to);
    expect(found?.lengthM).toBeGreaterThan(17_200);
    expect(found?.lengthM).toBeLessThan(26_000);
    let node = from;
    for (const arc of found?.arcs ?? []) {
      expect(arcFrom(city.graph, arc)).toBe(node);
      node = arcTo(city.graph, arc);
    }
    expect(node).toBe(to);
  });
});

describe('names', () => {
  it('knows well-known corners', () => {
    expect(city.places.placeAt(-34.90585, -56.1913)).toBe('Av. 18 de Julio, Centro');
    expect(city.places.placeAt(-34.95, -56.2)).toBeNull();
  });

  it('has hundreds of shops with a name and a suburb', () => {
    expect(city.outlets.length).toBeGreaterThan(400);
    expect(city.outlets.every((outlet) => outlet.name !== '' && outlet.suburb !== '')).toBe(true);
    expect(new Set(city.outlets.map((outlet) => outlet.id)).size).toBe(city.outlets.length);
  });
});

describe('coast', () => {
  it('separates the sea and the bay from the city', () => {
    const coast = city.coast();
    const isSea = (lat: number, lon: number): boolean => coast.isSea(lonToGrid(lon), latToGrid(lat));
    expect(isSea(-34.95, -56.15)).toBe(true);
    // The middle of the bay; Plaza Independencia; the Cerro; a field in the west without any road nearby.
    expect(isSea(-34.885, -56.225)).toBe(true);
    expect(isSea(-34.9065, -56.2)).toBe(false);
    expect(isSea(-34.8877, -56.26)).toBe(false);
    expect(isSea(-34.845, -56.3)).toBe(false);
  });
});

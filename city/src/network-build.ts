import { elementAt } from './at.ts';
import { distanceM } from './distance.ts';
import { largestComponent } from './components.ts';
import type { RoadEdge, RoadNetwork } from './graph-format.ts';
import { gridToLat, gridToLon } from './grid.ts';
import { isDrivable, onewayOf, roadClass, speedLimitKph, streetName } from './road-class.ts';
import type { SourceFeature } from './source.ts';
import { tag } from './source.ts';

const keyOf = (part: readonly number[], i: number): string => `${elementAt(part, i)},${elementAt(part, i + 1)}`;

/** Returns the points where roads meet or end, by their grid coordinates. */
function findJunctions(ways: readonly SourceFeature[]): Set<string> {
  const seen = new Set<string>();
  const junctions = new Set<string>();
  for (const part of ways.flatMap((way) => way.parts)) {
    junctions.add(keyOf(part, 0)).add(keyOf(part, part.length - 2));
    for (let i = 0; i < part.length; i += 2) {
      const key = keyOf(part, i);
      if (seen.has(key)) junctions.add(key);
      seen.add(key);
    }
  }
  return junctions;
}

function shapeLengthM(shape: readonly number[]): number {
  let length = 0;
  for (let i = 0; i + 3 < shape.length; i += 2) {
    length += distanceM(elementAt(shape, i), elementAt(shape, i + 1), elementAt(shape, i + 2), elementAt(shape, i + 3));
  }
  return length;
}

/**
 * Builds the drivable roads, as junctions and the sections between them; only the largest part in which every junction
 * can be reached from every other, so that a path always exists.
 */
export function buildNetwork(features: readonly SourceFeature[]): RoadNetwork {
  const ways = features.filter((feature) => {
    const cls = roadClass(feature);
    return cls !== null && isDrivable(feature, cls);
  });
  const signals = new Set<string>();
  for (const feature of features) {
    if (tag(feature, 'highway') === 'traffic_signals') signals.add(keyOf(elementAt(feature.parts, 0), 0));
  }
  const junctions = findJunctions(ways);
  const nodes: { lat: number; lon: number; signal: boolean }[] = [];
  const nodeIds = new Map<string, number>();
  const nodeAt = (part: readonly number[], i: number): number => {
    const key = keyOf(part, i);
    const known = nodeIds.get(key);
    if (known !== undefined) return known;
    nodes.push({
      lat: gridToLat(elementAt(part, i + 1)),
      lon: gridToLon(elementAt(part, i)),
      signal: signals.has(key),
    });
    nodeIds.set(key, nodes.length - 1);
    return nodes.length - 1;
  };
  const edges: RoadEdge[] = [];
  for (const way of ways) {
    const cls = roadClass(way) ?? 'service';
    const direction = onewayOf(way);
    const about = {
      cls,
      limitKph: speedLimitKph(way, cls),
      oneway: direction === 0 ? (0 as const) : (1 as const),
      name: streetName(way),
      tunnel: tag(way, 'tunnel') === 'yes',
    };
    for (const line of way.parts) {
      const part = direction === -1 ? reversed(line) : line;
      let start = 0;
      for (let i = 2; i < part.length; i += 2) {
        if (!junctions.has(keyOf(part, i))) continue;
        const shape: number[] = [];
        for (let k = start; k <= i; k += 2)
          shape.push(gridToLat(elementAt(part, k + 1)), gridToLon(elementAt(part, k)));
        edges.push({ ...about, from: nodeAt(part, start), to: nodeAt(part, i), shape, lengthM: shapeLengthM(shape) });
        start = i;
      }
    }
  }
  return largestComponent({ nodes, edges: edges.filter((edge) => edge.from !== edge.to && edge.lengthM > 0) });
}

function reversed(line: readonly number[]): number[] {
  const out: number[] = [];
  for (let i = line.length - 2; i >= 0; i -= 2) out.push(elementAt(line, i), elementAt(line, i + 1));
  return out;
}

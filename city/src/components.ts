import { elementAt } from './at.ts';
import type { RoadNetwork } from './graph-format.ts';

/** Returns the outgoing (or incoming, when `backwards`) neighbours of each node. */
function neighbours(network: RoadNetwork, backwards: boolean): number[][] {
  const out: number[][] = network.nodes.map(() => []);
  for (const edge of network.edges) {
    if (!backwards || edge.oneway === 0) elementAt(out, edge.from).push(edge.to);
    if (backwards || edge.oneway === 0) elementAt(out, edge.to).push(edge.from);
  }
  return out;
}

/** Kosaraju's first pass: returns nodes in the order in which a depth-first search leaves them. */
function finishOrder(next: readonly number[][]): number[] {
  const seen = new Uint8Array(next.length);
  const order: number[] = [];
  for (let root = 0; root < next.length; root += 1) {
    if (seen[root]) continue;
    seen[root] = 1;
    const stack = [{ node: root, child: 0 }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const target = elementAt(next, top.node)[top.child];
      top.child += 1;
      if (target === undefined) {
        order.push(top.node);
        stack.pop();
      } else if (!seen[target]) {
        seen[target] = 1;
        stack.push({ node: target, child: 0 });
      }
    }
  }
  return order;
}

/**
 * Returns the largest strongly connected part of a network: every node can be reached from every other along the
 * permitted directions. Nodes keep their order and are renumbered.
 */
export function largestComponent(network: RoadNetwork): RoadNetwork {
  const order = finishOrder(neighbours(network, false));
  const previous = neighbours(network, true);
  const component = new Int32Array(network.nodes.length).fill(-1);
  const sizes: number[] = [];
  for (const root of order.toReversed()) {
    if (elementAt(component, root) >= 0) continue;
    const id = sizes.length;
    let size = 0;
    const stack = [root];
    component[root] = id;
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      size += 1;
      for (const target of elementAt(previous, node)) {
        if (elementAt(component, target) >= 0) continue;
        component[target] = id;
        stack.push(target);
      }
    }
    sizes.push(size);
  }
  const best = sizes.indexOf(Math.max(...sizes));
  const renamed = new Map<number, number>();
  const nodes = network.nodes.filter((_, i) => {
    if (component[i] !== best) return false;
    renamed.set(i, renamed.size);
    return true;
  });
  const edges = network.edges.flatMap((edge) => {
    const from = renamed.get(edge.from);
    const to = renamed.get(edge.to);
    return from === undefined || to === undefined ? [] : [{ ...edge, from, to }];
  });
  return { nodes, edges };
}

import { elementAt } from './at.ts';

/** A directed graph in flat arrays: the arcs of node n are firstArc[n] up to firstArc[n + 1]. Costs in seconds. */
export interface SearchSpace {
  firstArc: Int32Array;
  /** The caller's id of each arc. */
  arcIds: Int32Array;
  targets: Int32Array;
  costs: Float64Array;
  /** Coordinates of each node on a plane, metres: eastward and northward. */
  xs: Float64Array;
  ys: Float64Array;
  /** No arc is faster, m/s: makes the straight line a lower bound. */
  fastestMps: number;
}

/** Returns the cheapest path as arc ids in order, by A* with a binary heap; or null. */
export function search(space: SearchSpace, from: number, to: number): number[] | null {
  const { firstArc, targets, costs, xs, ys, fastestMps } = space;
  const count = xs.length;
  const cost = new Float64Array(count).fill(Infinity);
  const via = new Int32Array(count).fill(-1);
  const before = new Int32Array(count).fill(-1);
  const done = new Uint8Array(count);
  const heap = new Heap();
  const [endX, endY] = [elementAt(xs, to), elementAt(ys, to)];
  const remaining = (node: number): number => {
    const [dx, dy] = [(xs[node] ?? 0) - endX, (ys[node] ?? 0) - endY];
    return Math.sqrt(dx * dx + dy * dy) / fastestMps;
  };
  cost[from] = 0;
  heap.push(from, remaining(from));
  // Indexes come from the graph itself: `?? 0` satisfies the compiler, and is cheaper than a checked read.
  for (let node = heap.pop(); node >= 0; node = heap.pop()) {
    if (node === to) return unwind(space, via, before, from, to);
    if (done[node]) continue;
    done[node] = 1;
    const end = firstArc[node + 1] ?? 0;
    for (let slot = firstArc[node] ?? 0; slot < end; slot += 1) {
      const target = targets[slot] ?? 0;
      const reached = (cost[node] ?? 0) + (costs[slot] ?? 0);
      if (reached >= (cost[target] ?? 0)) continue;
      cost[target] = reached;
      via[target] = slot;
      before[target] = node;
      heap.push(target, reached + remaining(target));
    }
  }
  return null;
}

function unwind(space: SearchSpace, via: Int32Array, before: Int32Array, from: number, to: number): number[] {
  const arcs: number[] = [];
  for (let node = to; node !== from; node = elementAt(before, node))
    arcs.push(elementAt(space.arcIds, elementAt(via, node)));
  return arcs.toReversed();
}

/** Binary heap of node numbers, smallest key first. */
class Heap {
  readonly #nodes: number[] = [];
  readonly #keys: number[] = [];

  push(node: number, key: number): void {
    let i = this.#nodes.length;
    this.#nodes.push(node);
    this.#keys.push(key);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if ((this.#keys[parent] ?? 0) <= key) break;
      this.#set(i, this.#nodes[parent] ?? 0, this.#keys[parent] ?? 0);
      i = parent;
    }
    this.#set(i, node, key);
  }

  /** Removes and returns the node with the smallest key; -1 when empty. */
  pop(): number {
    const top = this.#nodes[0];
    const node = this.#nodes.pop();
    const key = this.#keys.pop();
    if (top === undefined || node === undefined || key === undefined) return -1;
    const size = this.#nodes.length;
    if (size === 0) return top;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= size) break;
      if (child + 1 < size && (this.#keys[child + 1] ?? 0) < (this.#keys[child] ?? 0)) child += 1;
      if ((this.#keys[child] ?? 0) >= key) break;
      this.#set(i, this.#nodes[child] ?? 0, this.#keys[child] ?? 0);
      i = child;
    }
    this.#set(i, node, key);
    return top;
  }

  #set(i: number, node: number, key: number): void {
    this.#nodes[i] = node;
    this.#keys[i] = key;
  }
}

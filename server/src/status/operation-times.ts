/** The time that calls of one operation took. */
export interface OperationTimes {
  operation: string;
  calls: number;
  meanMs: number;
  maxMs: number;
}

export interface OperationTimer {
  /** @param status the body status of the reply */
  note(operation: string, ms: number, status: number): void;
  /** The operations whose longest call of the last hour took longest, that one first. */
  slowest(most: number): OperationTimes[];
}

const SLOT_MS = 300_000;
const SLOTS = 12;

interface Sums {
  calls: number;
  totalMs: number;
  maxMs: number;
}

/**
 * Sums up the calls of the last hour by operation, in slots of five minutes: operations are a closed list, so its size
 * is bounded.
 */
export function createOperationTimer(now: () => number = () => performance.now()): OperationTimer {
  /** Newest last. */
  const slots: { begins: number; sums: Map<string, Sums> }[] = [];
  const current = () => {
    const at = now();
    const last = slots.at(-1);
    if (last && at < last.begins + SLOT_MS) return last.sums;
    const fresh = { begins: at, sums: new Map<string, Sums>() };
    slots.push(fresh);
    if (slots.length > SLOTS) slots.shift();
    return fresh.sums;
  };
  const add = (sums: Map<string, Sums>, operation: string, { calls, totalMs, maxMs }: Sums) => {
    const known = sums.get(operation) ?? { calls: 0, totalMs: 0, maxMs: 0 };
    known.calls += calls;
    known.totalMs += totalMs;
    known.maxMs = Math.max(known.maxMs, maxMs);
    sums.set(operation, known);
  };
  return {
    note: (operation, ms) => add(current(), operation, { calls: 1, totalMs: ms, maxMs: ms }),
    slowest: (most) => {
      const all = new Map<string, Sums>();
      const since = now() - SLOTS * SLOT_MS;
      for (const { begins, sums } of slots) {
        if (begins < since) continue;
        for (const [operation, one] of sums) add(all, operation, one);
      }
      return [...all]
        .map(([operation, { calls, totalMs, maxMs }]) => ({ operation, calls, meanMs: totalMs / calls, maxMs }))
        .toSorted((a, b) => b.maxMs - a.maxMs)
        .slice(0, most);
    },
  };
}

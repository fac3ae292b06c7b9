import type { DeviceMoved } from '../store/moves/device-moves.ts';

/**
 * Finds the record of a device that a report belongs to: a device that moved to another organisation has one in each.
 */
export interface DeviceRecords {
  /**
   * Returns the record for a time (epoch milliseconds) of a device as the gateway identified it. A report that is too
   * late for the record of its time gets the present one, for which it `isBefore`.
   */
  at(deviceId: number, time: number, receivedAt: number): number;
  /** True when a time is before the beginning of a device's record. */
  isBefore(deviceId: number, time: number): boolean;
  /** The first record of the same device, by which its partition is known. */
  root(deviceId: number): number;
  /** All records that continue others. */
  moved(): number[];
  /** The record that this one continues; null for the first. */
  former(deviceId: number): number | null;
  add(moves: readonly DeviceMoved[]): void;
}

/**
 * The gateway learns of a move within moments. Reports that it submits under the former record after this time belong
 * to that record.
 */
const FORMER_FOR_MS = 60_000;
/**
 * For this long after a move, the former record accepts reports from the device's memory. Later, the new owner of the
 * device must not be able to add to the past of the former organisation.
 */
export const LATE_FOR_MS = 30 * 86_400_000;

/**
 * The beginning of a record that continues another one. If several continue the same one, each has its own beginning in
 * `before`.
 */
interface Beginning {
  move: DeviceMoved;
  before: Beginning | null;
  /** The number of records before it. */
  depth: number;
  /**
   * A skip pointer to an earlier beginning, so that any is found in a few steps: a device may have moved ten thousand
   * times.
   */
  far: Beginning | null;
}

export function createDeviceRecords(moves: readonly DeviceMoved[]): DeviceRecords {
  /** Keyed by the later record. */
  const beginnings = new Map<number, Beginning>();
  /** Keyed by the former record, with the end of its validity. */
  const after = new Map<number, DeviceMoved & { until: number }>();
  /** The first records of those that continue others. */
  const roots = new Map<number, number>();
  const begin = (move: DeviceMoved) => {
    roots.set(move.to, roots.get(move.from) ?? move.from);
    const before = beginnings.get(move.from) ?? null;
    // Skips twice as far after two equal skips (a skip list), so the number of steps grows with the logarithm of the
    // depth.
    const skipped = before?.far ?? null;
    const twice = skipped?.far ?? null;
    const isTwice = before && skipped && twice && before.depth - skipped.depth === skipped.depth - twice.depth;
    const far = isTwice ? twice : before;
    beginnings.set(move.to, { move, before, depth: before === null ? 0 : before.depth + 1, far });
  };
  // In order, so that each record begins after the one it continues.
  for (const move of moves.toSorted((a, b) => a.to - b.to)) begin(move);

  const later = (deviceId: number, time: number): number => {
    let id = deviceId;
    for (let move = after.get(id); move && time >= move.at; move = after.get(id)) {
      if (move.until < Date.now()) {
        after.delete(id);
        break;
      }
      id = move.to;
    }
    return id;
  };
  return {
    at: (deviceId, time, receivedAt) => {
      const id = after.size > 0 ? later(deviceId, time) : deviceId;
      const last = beginnings.get(id);
      if (!last || time >= last.move.at) return id;
      let beginning = last;
      // Finds the earliest beginning after the time; the record that it continues is the result.
      for (;;) {
        const { before, far }: Beginning = beginning;
        if (far && time < far.move.at) beginning = far;
        else if (before && time < before.move.at) beginning = before;
        else return receivedAt <= beginning.move.at + LATE_FOR_MS ? beginning.move.from : id;
      }
    },
    isBefore: (deviceId, time) => {
      const beginning = beginnings.get(deviceId);
      return beginning !== undefined && time < beginning.move.at;
    },
    root: (deviceId) => roots.get(deviceId) ?? deviceId,
    moved: () => [...roots.keys()],
    former: (deviceId) => beginnings.get(deviceId)?.move.from ?? null,
    add: (moved) => {
      for (const move of moved) {
        if (beginnings.get(move.to)?.move.at === move.at) continue;
        begin(move);
        after.set(move.from, { ...move, until: Date.now() + FORMER_FOR_MS });
      }
    },
  };
}

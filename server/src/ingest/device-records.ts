import type { DeviceMoved } from '../store/moves/device-moves.ts';

/** Which record of a device a report belongs to: a device that moved to another organisation has one for each of them. */
export interface DeviceRecords {
  /**
   * The record of a time (epoch milliseconds), of a device as the gateway knew it. What comes too late for the record of its time
   * is of the present one, and `isBefore` it.
   */
  at(deviceId: number, time: number, receivedAt: number): number;
  /** Whether a time lies before a record of a device begins. */
  isBefore(deviceId: number, time: number): boolean;
  add(moves: readonly DeviceMoved[]): void;
}

/** The gateway knows of a move after moments; what it sends later under the former record was meant for that one. */
const FORMER_FOR_MS = 60_000;
/**
 * So long after a move the record of before takes what a device had in memory, or sends when it wakes. Later, who has the device
 * cannot add to the past of an organisation whose device it is no more.
 */
export const LATE_FOR_MS = 30 * 86_400_000;

/** A record that goes on from another one. Where the other one does so too, `before` is its own beginning. */
interface Beginning {
  move: DeviceMoved;
  before: Beginning | null;
  /** How many there are before it. */
  depth: number;
  /** One that lies further back, so that any is found in a few steps: a device may have moved ten thousand times. */
  far: Beginning | null;
}

export function createDeviceRecords(moves: readonly DeviceMoved[]): DeviceRecords {
  /** By the later record. */
  const beginnings = new Map<number, Beginning>();
  /** By the former record, and until when it counts. */
  const after = new Map<number, DeviceMoved & { until: number }>();
  const begin = (move: DeviceMoved) => {
    const before = beginnings.get(move.from) ?? null;
    // Skips twice as far wherever two equal skips lie behind each other, so that both ways down are short.
    const skipped = before?.far ?? null;
    const twice = skipped?.far ?? null;
    const isTwice = before && skipped && twice && before.depth - skipped.depth === skipped.depth - twice.depth;
    const far = isTwice ? twice : before;
    beginnings.set(move.to, { move, before, depth: before === null ? 0 : before.depth + 1, far });
  };
  // Each after the one that it goes on from.
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
      // The earliest that lies after the time; what it goes on from is the record.
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
    add: (moved) => {
      for (const move of moved) {
        begin(move);
        after.set(move.from, { ...move, until: Date.now() + FORMER_FOR_MS });
      }
    },
  };
}

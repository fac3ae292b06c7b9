import type { DeviceMoved } from '../store/moves/device-moves.ts';

/** Which record of a device a report belongs to: a device that moved to another organisation has one for each of them. */
interface DeviceRecords {
  /** The record of a time (epoch milliseconds), of a device as the gateway knew it. */
  at(deviceId: number, time: number): number;
  add(moves: readonly DeviceMoved[]): void;
}

/** The gateway knows of a move after moments; what it sends later under the former record was meant for that one. */
const FORMER_FOR_MS = 60_000;

export function createDeviceRecords(moves: readonly DeviceMoved[]): DeviceRecords {
  /** By the later record. */
  const before = new Map<number, DeviceMoved>();
  /** By the former record, and until when it counts. */
  const after = new Map<number, DeviceMoved & { until: number }>();
  for (const move of moves) before.set(move.to, move);

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
    at: (deviceId, time) => {
      let id = after.size > 0 ? later(deviceId, time) : deviceId;
      for (let move = before.get(id); move && time < move.at; move = before.get(id)) id = move.from;
      return id;
    },
    add: (moved) => {
      for (const move of moved) {
        before.set(move.to, move);
        after.set(move.from, { ...move, until: Date.now() + FORMER_FOR_MS });
      }
    },
  };
}

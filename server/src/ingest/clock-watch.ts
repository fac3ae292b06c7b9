import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { DeviceState } from '../store/devices/device-states.ts';

/** The finding that the server's clock is late compared with the devices' clocks. */
export interface LateClock {
  /** The median over all devices, in milliseconds. */
  lateMs: number;
  /** The number of devices that agree on it, and of all that recently sent a time. */
  devices: number;
  received: number;
}

export interface ClockWatch {
  /** Null while the clock seems right. */
  found(): LateClock | null;
  close(): void;
}

/** Reports further ahead do not enter tracking; see `isUsableTime`. */
const AHEAD_MS = 2 * 60_000;
/** Times are often whole seconds, so without a margin the finding would flicker near the threshold. */
const MARGIN_MS = 5000;
const LATELY_MS = 5 * 60_000;
/** Fewer devices may all have wrong clocks themselves. */
const FEWEST = 3;
const MAX_DEVICES = 5000;
/** Devices with correct clocks are ahead of a late clock by the same time, within this tolerance. */
const AGREE_MS = 60_000;
/**
 * Time zones differ by whole quarters of an hour: a device set to a wrong zone is ahead by that, minus the latency of
 * its report.
 */
const ZONE_STEP_MS = 15 * 60_000;
const ZONE_TRANSIT_MS = 60_000;
const ZONE_EARLY_MS = 5000;

/** Evaluating a large fleet more often would waste time. */
const LOOK_EVERY_MS = 1000;

type ReceivedState = Pick<DeviceState, 'deviceId' | 'heardAt' | 'clockSays' | 'fixTime' | 'receivedAt'>;

/**
 * Detects that the server's clock is late. Devices get the time from satellites or the network, so if most of them are
 * ahead by the same time, they are right. Without this check their fixes would be stored but silently not tracked. A
 * difference that a wrong time zone explains is attributed to the devices.
 */
export function createClockWatch(bus: Pick<Bus, 'subscribe'>, logger: Logger, now = Date.now): ClockWatch {
  /** The time by which each device was ahead of us, and the moment; in order of recency. */
  const aheadByDevice = new Map<number, { aheadMs: number; at: number }>();
  let lookedAt = -Infinity;
  let late: LateClock | null = null;

  const judge = (): LateClock | null => {
    const since = now() - LATELY_MS;
    for (const [deviceId, { at }] of aheadByDevice) {
      if (at >= since && aheadByDevice.size <= MAX_DEVICES) break;
      aheadByDevice.delete(deviceId);
    }
    const all = [...aheadByDevice.values()].map(({ aheadMs }) => aheadMs).toSorted((a, b) => b - a);
    const border = late ? AHEAD_MS - MARGIN_MS : AHEAD_MS;
    const lateMs = all[Math.floor(all.length / 2)] ?? 0;
    // Devices with wrong clocks differ from each other, or are off by a time zone; neither is evidence against this
    // server.
    const devices = all.filter((aheadMs) => aheadMs > border && Math.abs(aheadMs - lateMs) <= AGREE_MS).length;
    if (all.length < FEWEST || devices * 2 <= all.length || isZone(lateMs)) return null;
    return { lateMs, devices, received: all.length };
  };
  const look = (states: readonly ReceivedState[]) => {
    const at = now();
    if (Math.abs(at - lookedAt) < LOOK_EVERY_MS) return;
    lookedAt = at;
    for (const state of states) {
      const aheadMs = aheadOf(state);
      if (aheadMs === null) continue;
      aheadByDevice.delete(state.deviceId);
      aheadByDevice.set(state.deviceId, { aheadMs, at });
    }
    const before = late;
    late = judge();
    if (late && !before) {
      logger.warn(
        { lateS: Math.round(late.lateMs / 1000), devices: late.devices, of: late.received },
        'The clock of this server seems to be slow: most devices report a later time. Synchronise it by NTP',
      );
    }
  };
  const unsubscribe = bus.subscribe('stored', ({ states }) => look(states));
  return { found: () => (late = judge()), close: unsubscribe };
}

/** True when the difference is that between two time zones. */
function isZone(aheadMs: number): boolean {
  const off = aheadMs - Math.round(aheadMs / ZONE_STEP_MS) * ZONE_STEP_MS;
  return aheadMs > ZONE_STEP_MS / 2 && off >= -ZONE_TRANSIT_MS && off <= ZONE_EARLY_MS;
}

/** The time by which the newest report was ahead of its receipt, by the device's clock; null when it had no time. */
function aheadOf({ heardAt, clockSays, fixTime, receivedAt }: ReceivedState): number | null {
  if (clockSays !== null) return clockSays - heardAt;
  // The old time of an archived report is no sign of a wrong clock: its difference is negative, which counts as not
  // ahead.
  return fixTime === null || receivedAt !== heardAt ? null : fixTime - receivedAt;
}

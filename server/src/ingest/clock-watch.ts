import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { DeviceState } from '../store/devices/device-states.ts';

/** The clock of this server is late, by what devices say. */
export interface LateClock {
  /** By so much, in milliseconds: half of the devices say more. */
  lateMs: number;
  /** So many devices say so, of so many that told a time lately. */
  devices: number;
  heard: number;
}

export interface ClockWatch {
  /** Null while the clock seems right. */
  found(): LateClock | null;
  close(): void;
}

/** What is further ahead is no fact yet; see `isUsableTime`. */
const AHEAD_MS = 2 * 60_000;
/** Times are often whole seconds: near the border the same clock seems right and wrong by turns. */
const MARGIN_MS = 5000;
const LATELY_MS = 5 * 60_000;
/** Fewer may all be wrong themselves. */
const FEWEST = 3;
const MAX_DEVICES = 5000;
/** A large fleet need not be asked all the time. */
const LOOK_EVERY_MS = 1000;

type Told = Pick<DeviceState, 'deviceId' | 'heardAt' | 'clockSays' | 'fixTime' | 'receivedAt'>;

/**
 * Notices that the clock of this server is late: devices know the time from satellites and from the network, so where most
 * of them say that it is later than here, they are right. Their fixes would be kept, but not tracked.
 */
export function createClockWatch(bus: Pick<Bus, 'subscribe'>, logger: Logger, now = Date.now): ClockWatch {
  /** How far ahead of us each device was, and when; insertion order is recency. */
  const heard = new Map<number, { aheadMs: number; at: number }>();
  let lookedAt = -Infinity;
  let late: LateClock | null = null;

  const judge = (): LateClock | null => {
    const since = now() - LATELY_MS;
    for (const [deviceId, { at }] of heard) {
      if (at >= since && heard.size <= MAX_DEVICES) break;
      heard.delete(deviceId);
    }
    const all = [...heard.values()].map(({ aheadMs }) => aheadMs).toSorted((a, b) => b - a);
    const border = late ? AHEAD_MS - MARGIN_MS : AHEAD_MS;
    const devices = all.filter((aheadMs) => aheadMs > border).length;
    if (all.length < FEWEST || devices * 2 <= all.length) return null;
    return { lateMs: all[Math.floor(all.length / 2)] ?? 0, devices, heard: all.length };
  };
  const look = (states: readonly Told[]) => {
    const at = now();
    if (Math.abs(at - lookedAt) < LOOK_EVERY_MS) return;
    lookedAt = at;
    for (const state of states) {
      const aheadMs = aheadOf(state);
      if (aheadMs === null) continue;
      heard.delete(state.deviceId);
      heard.set(state.deviceId, { aheadMs, at });
    }
    const before = late;
    late = judge();
    if (late && !before) {
      logger.warn(
        { lateS: Math.round(late.lateMs / 1000), devices: late.devices, of: late.heard },
        'The clock of this server seems to be late: most devices tell a later time. Set it by NTP',
      );
    }
  };
  const unsubscribe = bus.subscribe('stored', ({ states }) => look(states));
  return { found: () => (late = judge()), close: unsubscribe };
}

/** How far ahead of its receipt its newest report was, by its own clock; null where it told no time. */
function aheadOf({ heardAt, clockSays, fixTime, receivedAt }: Told): number | null {
  if (clockSays !== null) return clockSays - heardAt;
  // What was stored long ago and comes now is no less right about the time: it is not ahead.
  return fixTime === null || receivedAt !== heardAt ? null : fixTime - receivedAt;
}

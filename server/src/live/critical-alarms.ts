import type { CriticalAlarm } from '@milepost/contract/live';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';

/** The unacknowledged critical alarms by vehicle, in memory; the database stays authoritative. */
export interface CriticalAlarms {
  get(vehicleId: number): CriticalAlarm | undefined;
  vehicleIds(): Iterable<number>;
  /** Calls the listener with the vehicles whose critical alarms changed. Returns a function that unsubscribes. */
  listen(listener: (vehicleIds: readonly number[]) => void): () => void;
  stop(): void;
}

interface Options {
  /** Reads the critical alarms of these vehicles, or of all with null. */
  read: (vehicleIds: readonly number[] | null) => Promise<CriticalAlarm[]>;
  bus: Bus;
  logger: Logger;
  /** For tests. */
  everyMs?: number;
  allEveryMs?: number;
}

/** Changes are collected this long, so that a burst of alarms costs one query. */
const EVERY_MS = 250;
/**
 * How often all critical alarms are read: an alarm that has ended disappears after a time, without an event that
 * announces it.
 */
const ALL_EVERY_MS = 30_000;

export async function createCriticalAlarms({ read, bus, logger, ...options }: Options): Promise<CriticalAlarms> {
  const held = new Map((await read(null)).map((one) => [one.vehicleId, one]));
  const listeners = new Set<(vehicleIds: readonly number[]) => void>();
  const due = new Set<number>();
  let readAllAt = performance.now();

  const take = (ids: Iterable<number>, fresh: readonly CriticalAlarm[]) => {
    const byVehicle = new Map(fresh.map((one) => [one.vehicleId, one]));
    const changed: number[] = [];
    for (const id of ids) {
      const next = byVehicle.get(id);
      if (isSame(held.get(id), next)) continue;
      if (next) held.set(id, next);
      else held.delete(id);
      changed.push(id);
    }
    if (changed.length > 0) for (const listener of listeners) listener(changed);
  };

  const refresh = async () => {
    const ids = [...due];
    due.clear();
    try {
      if (performance.now() - readAllAt >= (options.allEveryMs ?? ALL_EVERY_MS)) {
        const fresh = await read(null);
        readAllAt = performance.now();
        take(new Set([...held.keys(), ...ids, ...fresh.map(({ vehicleId }) => vehicleId)]), fresh);
      } else if (ids.length > 0) take(ids, await read(ids));
    } catch (error) {
      for (const id of ids) due.add(id);
      logger.warn({ err: error }, 'Critical alarms could not be read; retrying');
    }
  };

  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void refresh().finally(() => (busy = false));
  }, options.everyMs ?? EVERY_MS);
  const stopListening = bus.subscribe('alarms-changed', ({ alarms }) => {
    for (const { vehicleId } of alarms) due.add(vehicleId);
  });
  const stopLost = bus.subscribe('events-lost', () => (readAllAt = -Infinity));

  return {
    get: (vehicleId) => held.get(vehicleId),
    vehicleIds: () => held.keys(),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => {
      clearInterval(timer);
      stopListening();
      stopLost();
    },
  };
}

function isSame(one: CriticalAlarm | undefined, other: CriticalAlarm | undefined): boolean {
  return (
    one?.alarmId === other?.alarmId &&
    one?.count === other?.count &&
    one?.ruleName === other?.ruleName &&
    one?.start === other?.start
  );
}

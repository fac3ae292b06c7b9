import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { readOpenStops } from '../store/facts/open-stops.ts';

/** Vehicles whose stops must be read are collected for this long. */
const COLLECT_MS = 200;
/** When a standing vehicle has no stop yet (that takes minutes), the stop is looked up again after this time. */
const RETRY_MS = 60_000;

/** The start of the stop of each standing vehicle: the one source for "stopped for how long". */
export interface OpenStops {
  /** Epoch milliseconds; undefined when no stop is known. */
  of(vehicleId: number): number | undefined;
  /** Called when a vehicle stands: its stop is looked up unless it is known or was looked up recently. */
  stands(vehicleId: number, now: number): void;
  /** Called when a vehicle does not stand, so that its next stop may be another one. */
  moves(vehicleId: number): void;
  /** Called when the stops of a vehicle may have changed. */
  changed(vehicleId: number): void;
  /** Called when any may have changed without notice. */
  allChanged(): void;
  stop(): void;
}

/** @param onChange called with the vehicles whose stop changed */
export async function createOpenStops(
  database: Database,
  logger: Logger,
  onChange: (vehicleIds: readonly number[]) => void,
): Promise<OpenStops> {
  const stops = await readOpenStops(database, null);
  const requestedAt = new Map<number, number>();
  const due = new Set<number>();
  let busy = false;
  const ended = new AbortController();
  const isOver = () => ended.signal.aborted;

  const readDue = async () => {
    while (due.size > 0 && !isOver()) {
      await delay(COLLECT_MS);
      const ids = [...due];
      due.clear();
      const read = await readOpenStops(database, ids).catch((error: unknown) => {
        for (const id of ids) due.add(id);
        throw error;
      });
      const others = ids.filter((id) => read.get(id) !== stops.get(id));
      for (const id of others) {
        const since = read.get(id);
        if (since === undefined) stops.delete(id);
        else stops.set(id, since);
      }
      if (others.length > 0 && !isOver()) onChange(others);
    }
    busy = false;
  };
  const requestStop = (vehicleId: number) => {
    due.add(vehicleId);
    if (busy) return;
    busy = true;
    readDue().catch((error: unknown) => {
      busy = false;
      logger.warn({ err: error }, 'Current stops could not be read; the next update will try again');
    });
  };

  return {
    of: (vehicleId) => stops.get(vehicleId),
    stands: (vehicleId, now) => {
      if (stops.has(vehicleId) || now - (requestedAt.get(vehicleId) ?? -Infinity) < RETRY_MS) return;
      requestedAt.set(vehicleId, now);
      requestStop(vehicleId);
    },
    moves: (vehicleId) => {
      stops.delete(vehicleId);
      requestedAt.delete(vehicleId);
    },
    changed: requestStop,
    allChanged: () => {
      for (const vehicleId of new Set([...stops.keys(), ...requestedAt.keys()])) requestStop(vehicleId);
    },
    stop: () => {
      ended.abort();
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ServiceFault } from '../ask-service.ts';
import type { Bus } from '../bus/bus.ts';
import {
  type Cell,
  type FoundPlace,
  storeAddress,
  storeSearch,
  readAddresses,
  readSearch,
} from '../store/addresses/addresses.ts';
import { restGeocoder, reserveSlot } from '../store/addresses/geocoder-slot.ts';
import type { Database, Queryable } from '../store/database.ts';
import type { Geocoder, GeocoderSettings } from './geocoders/geocoder.ts';
import { CELLS_PER_DEGREE, cellOf, keyOf } from './cells.ts';
import { createAddressNotifier } from './address-notifier.ts';
import { type WaitingCell, WaitingCells, type AddressRequester } from './waiting-cells.ts';

/** Addresses of a geocoder, each requested once and stored in the database. */
export interface AddressCache {
  /** The address if it is known, null when there is none; otherwise undefined, and it is requested. Never waits. */
  at(lat: number, lon: number, wanting: AddressRequester): string | null | undefined;
  /** Loads the addresses of these points from the database for `at`. */
  load(db: Queryable, points: readonly { lat: number; lon: number }[]): Promise<void>;
  /** Finds places by address; empty when the service does not respond soon. */
  find(typed: string, most: number): Promise<FoundPlace[]>;
  /** The first place of an address, null when the service finds none; undefined when it does not respond. */
  locate(address: string): Promise<FoundPlace | null | undefined>;
  stop(): Promise<void>;
}

interface AddressCacheOptions {
  database: Database;
  bus: Bus;
  logger: Logger;
  /** Creates the client; the signal aborts requests in progress. */
  geocoder: (ends: AbortSignal) => Geocoder;
  settings: GeocoderSettings;
  /** For tests: the first back-off after a fault. */
  firstRestMs?: number;
}

/** Addresses cached in memory, some 20 MB. */
const MAX_KNOWN = 100_000;
/** More than a page of any list; of more points only the first are read. */
const MAX_LOADED = 20_000;
/** The maximum of concurrent requests, when many a second are allowed. */
const MAX_AT_ONCE = 8;
/** A slot further in the future is not reserved but polled for. */
const LONGEST_WAIT_MS = 5000;
/** A person waits for a search. */
const SEARCH_WAIT_MS = 2500;
/** An import waits longer, but not while the service is in back-off. */
const LOCATE_WAIT_MS = 15_000;
const MAX_SEARCHED = 10;
/**
 * The first back-off after a fault, doubled with each further one, and its maximum; and the maximum that the service
 * itself can request.
 */
const REST_MS = { first: 5000, most: 600_000, asked: 3_600_000 };

export function createAddressCache(options: AddressCacheOptions): AddressCache {
  const { database, bus, logger, settings } = options;
  const { language } = settings;
  const everyMs = 1000 / settings.perSecond;
  const known = new Map<number, string | null>();
  const waiting = new WaitingCells();
  const stopping = new AbortController();
  const { signal } = stopping;
  const geocoder = options.geocoder(signal);
  const workers = new Set<Promise<void>>();
  let faults = 0;

  const remember = (key: number, address: string | null) => {
    known.delete(key);
    known.set(key, address);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  };
  const notifier = createAddressNotifier((sessionIds) => bus.publish('addresses-known', { sessionIds }));

  const failed = async (error: unknown) => {
    if (!(error instanceof ServiceFault)) throw error;
    const first = options.firstRestMs ?? REST_MS.first;
    const restMs = Math.min(error.restMs ?? Math.min(first * 2 ** faults, REST_MS.most), REST_MS.asked);
    faults += 1;
    logger.warn(
      { reason: error.message, restS: Math.ceil(restMs / 1000) },
      'The geocoder does not respond; requests to it are paused',
    );
    await restGeocoder(database, restMs);
  };

  /** Looks up one cell; false when it is unknown and the service could not be called. */
  const answer = async (cell: WaitingCell): Promise<boolean> => {
    const [cached] = await readAddresses(database, language, [cell]);
    if (cached) {
      remember(cell.key, cached.address);
      return true;
    }
    const inMs = await reserveSlot(database, everyMs, LONGEST_WAIT_MS);
    await delay(inMs ?? LONGEST_WAIT_MS / 5, undefined, { signal });
    if (inMs === null) return false;
    try {
      const address = await geocoder.reverse(cell.lat / CELLS_PER_DEGREE, cell.lon / CELLS_PER_DEGREE);
      faults = 0;
      await storeAddress(database, language, { lat: cell.lat, lon: cell.lon, address });
      remember(cell.key, address);
      return true;
    } catch (error) {
      if (!signal.aborted) await failed(error);
      return false;
    }
  };

  const resolveWaiting = async () => {
    for (let cell = waiting.take(); cell !== null && !signal.aborted; cell = waiting.take()) {
      try {
        if (await answer(cell)) notifier.answered(cell.sessionIds, (id) => waiting.awaitedBy(id));
        else waiting.putBack(cell);
      } catch (error) {
        if (signal.aborted) return;
        logger.error({ error }, 'An address could not be requested');
        await delay(LONGEST_WAIT_MS, undefined, { signal }).catch(() => {});
      }
    }
  };
  const atOnce = Math.min(MAX_AT_ONCE, Math.ceil(settings.perSecond));
  const wake = () => {
    if (signal.aborted || workers.size >= atOnce) return;
    const worker = Promise.resolve()
      .then(resolveWaiting)
      .finally(() => workers.delete(worker));
    workers.add(worker);
  };

  /** Undefined when the next slot is too far in the future, or the service does not respond. */
  const search = async (typed: string, waitMs: number): Promise<FoundPlace[] | undefined> => {
    const text = typed
      .trim()
      .replaceAll(/\s*\n\s*/g, ', ')
      .replaceAll(/\s+/g, ' ')
      .toLowerCase();
    const cached = await readSearch(database, language, text);
    if (cached) return cached;
    const inMs = await reserveSlot(database, everyMs, waitMs);
    if (inMs === null) return undefined;
    try {
      await delay(inMs, undefined, { signal });
      const found = await geocoder.search(text, MAX_SEARCHED);
      faults = 0;
      await storeSearch(database, language, text, found);
      return found;
    } catch (error) {
      if (!signal.aborted) await failed(error);
      return undefined;
    }
  };

  return {
    at(lat, lon, wanting) {
      const cell = cellOf(lat, lon);
      if (cell === null) return null;
      const key = keyOf(cell);
      const address = known.get(key);
      if (address === undefined && wanting !== 'nobody') {
        waiting.add(key, cell, wanting);
        wake();
      }
      return address;
    },
    async load(db, points) {
      const cells = new Map<number, Cell>();
      for (const { lat, lon } of points.slice(0, MAX_LOADED)) {
        const cell = cellOf(lat, lon);
        if (cell && !known.has(keyOf(cell))) cells.set(keyOf(cell), cell);
      }
      if (cells.size === 0) return;
      for (const found of await readAddresses(db, language, [...cells.values()])) remember(keyOf(found), found.address);
    },
    async find(typed, most) {
      return ((await search(typed, SEARCH_WAIT_MS)) ?? []).slice(0, most);
    },
    async locate(address) {
      const found = await search(address, LOCATE_WAIT_MS);
      return found && (found[0] ?? null);
    },
    async stop() {
      stopping.abort();
      notifier.stop();
      await Promise.all(workers);
    },
  };
}

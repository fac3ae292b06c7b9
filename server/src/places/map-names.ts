import { setImmediate } from 'node:timers/promises';
import { MapFileFault } from '@milepost/city/map-file/map-file-fault';
import type { FoundName } from '@milepost/city/map-file/index-search';
import {
  createNameReader,
  type SpotSurroundings,
  type LabelledSpot,
  type NameReader,
} from '@milepost/city/map-file/name-reader';
import { createRoadReader, type RoadReader } from '@milepost/city/map-file/road-reader';
import type { RoadSpot } from '@milepost/city/nearest-road';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { MapFile } from '../map-file/map-file.ts';
import type { MapSearch } from '../map-file/map-index.ts';
import type { Cell } from '../store/addresses/addresses.ts';
import { CELLS_PER_DEGREE, cellOf, keyOf } from './cells.ts';
import type { Point } from './places.ts';
import { createAddressNotifier } from './address-notifier.ts';
import { WaitingCells, type AddressRequester } from './waiting-cells.ts';

/** Names of streets and places from the map file, cached by cell. */
export interface MapNames {
  /**
   * Null when the file has no name there; undefined when the file has not been read there yet, which is then started.
   * Never waits.
   */
  at(lat: number, lon: number, wanting: AddressRequester): LabelledSpot | null | undefined;
  /** Reads the file at these points for `at`. */
  load(points: readonly Point[]): Promise<void>;
  /** The road that a vehicle is on; null when the file has none, or there is no file. */
  roadAt(lat: number, lon: number, courseDeg: number | null): Promise<RoadSpot | null>;
  /** The same without waiting; undefined when the file has not been read there yet. */
  roadNow(lat: number, lon: number, courseDeg: number | null): RoadSpot | null | undefined;
  /** Finds names with their surroundings, nearest first. Houses whose number was entered come first. */
  find(typed: string, most: number, near: Point | null): Promise<FoundAddress[]>;
  stop(): Promise<void>;
}

/** A name of the map file; `number` is that of the house, '' for a whole street and everything else. */
export type FoundAddress = FoundName & SpotSurroundings & { number: string };

/** Cells in memory, some 10 MB; their names are those of the tiles. */
const MAX_KNOWN = 100_000;
const MAX_LOADED = 20_000;
const NO_NAME: LabelledSpot = { street: null, number: '', part: null, town: null };
const NOWHERE: SpotSurroundings = { part: null, town: null };
/** Cells read before others get the event loop. */
const AT_ONCE = 50;

/** "221b": a word that is not part of the street's name. */
const HOUSE_NUMBER = /(?<![\p{L}\d])\d{1,5}\p{L}?(?![\p{L}\d])/gu;

/** Replaces a street by its house if the number was entered and the file contains it. */
async function withHouse(by: NameReader, typed: string, found: FoundName): Promise<FoundName & { number: string }> {
  const whole = { ...found, number: '' };
  if (found.kind !== 'street') return whole;
  const inName = new Set(
    Object.values({ ...found.names.other, name: found.names.name })
      .join(' ')
      .match(HOUSE_NUMBER),
  );
  for (const number of typed.match(HOUSE_NUMBER) ?? []) {
    if (inName.has(number)) continue;
    const house = await by.houseAt(found.names.name, number, found.lat, found.lon).catch(() => null);
    if (house) return { ...found, ...house, number };
  }
  return whole;
}

export function createMapNames(mapFile: MapFile, search: MapSearch, bus: Bus, logger: Logger): MapNames {
  const known = new Map<number, LabelledSpot | null>();
  const waiting = new WaitingCells();
  const notifier = createAddressNotifier((sessionIds) => bus.publish('addresses-known', { sessionIds }));
  let reader: NameReader | null = null;
  let roads: RoadReader | null = null;
  let reading: Promise<void> | null = null;
  let stopped = false;
  let hasWarned = false;

  mapFile.onOpened((map) => {
    reader = createNameReader(map);
    roads = createRoadReader(map);
    known.clear();
    hasWarned = false;
  });

  const read = async (key: number, lat: number, lon: number): Promise<void> => {
    const by = reader;
    if (!by) return;
    let spot = NO_NAME;
    try {
      spot = await by.nameAt(lat / CELLS_PER_DEGREE, lon / CELLS_PER_DEGREE);
    } catch (error) {
      if (!(error instanceof MapFileFault)) throw error;
      if (!hasWarned) logger.warn({ reason: error.message }, 'Parts of the map file cannot be read');
      hasWarned = true;
    }
    if (by === reader) cacheSpot(key, spot);
  };

  const cacheSpot = (key: number, spot: LabelledSpot): LabelledSpot | null => {
    const labelled = spot.street ? spot : null;
    known.set(key, labelled);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    return labelled;
  };
  /** Vehicles move from cell to cell within one tile, which is in memory. */
  const cacheNow = (key: number, { lat, lon }: Cell): LabelledSpot | null | undefined => {
    if (known.has(key)) return null;
    const spot = reader?.nameNow(lat / CELLS_PER_DEGREE, lon / CELLS_PER_DEGREE);
    return spot && cacheSpot(key, spot);
  };

  const readWaiting = async () => {
    let count = 0;
    for (let cell = waiting.take(); cell !== null; cell = waiting.take()) {
      if (stopped) return;
      await read(cell.key, cell.lat, cell.lon);
      notifier.answered(cell.sessionIds, (id) => waiting.awaitedBy(id));
      if (++count % AT_ONCE === 0) await setImmediate();
    }
  };
  const wake = () => {
    if (stopped) return;
    reading ??= readWaiting()
      .catch((error: unknown) => logger.error({ error }, 'The map file could not be read'))
      .finally(() => (reading = null));
  };

  return {
    at(lat, lon, wanting) {
      const cell = mapFile.current() && cellOf(lat, lon);
      if (!cell) return null;
      const key = keyOf(cell);
      const spot = known.get(key) ?? cacheNow(key, cell);
      if (spot === undefined) {
        waiting.add(key, cell, wanting === 'nobody' ? 'report' : wanting);
        wake();
      }
      return spot;
    },
    async load(points) {
      if (!mapFile.current()) return;
      let count = 0;
      for (const { lat, lon } of points.slice(0, MAX_LOADED)) {
        const cell = cellOf(lat, lon);
        const key = cell && keyOf(cell);
        if (!cell || key === null || known.has(key)) continue;
        await read(key, cell.lat, cell.lon);
        if (++count % AT_ONCE === 0) await setImmediate();
      }
    },
    async roadAt(lat, lon, courseDeg) {
      if (!mapFile.current()) return null;
      try {
        return (await roads?.roadAt(lat, lon, courseDeg)) ?? null;
      } catch (error) {
        if (error instanceof MapFileFault) return null;
        throw error;
      }
    },
    roadNow: (lat, lon, courseDeg) => (mapFile.current() && roads ? roads.roadNow(lat, lon, courseDeg) : null),
    async find(typed, most, near) {
      const by = reader;
      if (!by) return [];
      const found = await Promise.all(search.find(typed, most, near).map((one) => withHouse(by, typed, one)));
      const around = await Promise.all(
        found.map(async (one) => ({ ...one, ...(await by.areaAt(one.lat, one.lon).catch(() => NOWHERE)) })),
      );
      return around.toSorted((a, b) => Number(a.number === '') - Number(b.number === ''));
    },
    async stop() {
      stopped = true;
      notifier.stop();
      await reading;
    },
  };
}

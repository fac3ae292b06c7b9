import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type FoundName, type MapIndex, openIndex } from '@milepost/city/map-file/index-search';
import type { IndexNews } from '@milepost/city/map-file/index-worker';
import type { StreetMap } from '@milepost/city/map-file/street-map';
import type { Logger } from 'pino';
import { reasonOf } from '../fault.ts';
import type { MapFile } from './map-file.ts';

export type IndexState =
  | { kind: 'none' }
  | { kind: 'building'; part: number }
  | { kind: 'ready' }
  | { kind: 'fault'; reason: string };

/** The index of the names of the map file: opened if it exists, otherwise built in a separate thread. */
export interface MapSearch {
  state(): IndexState;
  /** Empty until the index exists. */
  find(typed: string, most: number, near: { lat: number; lon: number } | null): FoundName[];
  stop(): Promise<void>;
}

/** The retry interval when another process builds it, or building failed. */
const RETRY_MS = 60_000;
/** The memory limit of the thread, MB: beyond it the thread ends instead of the process. */
const MAX_MEMORY_MB = 512;

const WORKER = new URL(import.meta.resolve('@milepost/city/map-file/index-worker'));

export function createMapSearch(mapFile: MapFile, dataDir: string, logger: Logger): MapSearch {
  let state: IndexState = { kind: 'none' };
  let index: MapIndex | null = null;
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  const end = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };
  const reportFault = (reason: string) => {
    state = { kind: 'fault', reason };
    logger.error({ reason }, 'The names of the map file cannot be indexed: search finds towns only');
  };
  const open = ({ archive }: StreetMap, file: string): boolean => {
    index = openIndex(file, archive.version);
    if (index) state = { kind: 'ready' };
    return index !== null;
  };

  /** Moves the new index into place and opens it; returns the reason if that failed, otherwise null. */
  const take = (map: StreetMap, file: string, draft: string): string | null => {
    try {
      renameSync(draft, file);
    } catch (error) {
      // Another process may have been faster.
      return open(map, file) ? null : reasonOf(error);
    }
    return open(map, file) ? null : 'what was made cannot be opened';
  };

  const build = (map: StreetMap, file: string) => {
    if (stopped || mapFile.current() !== map || open(map, file)) return;
    const draft = `${file}.new`;
    const began = performance.now();
    if (state.kind !== 'building') logger.info({ file }, 'The names of the map file are being indexed');
    state = { kind: 'building', part: 0 };
    const own = new Worker(WORKER, {
      workerData: { path: map.archive.path, draft },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    worker = own;
    const retryLater = (reason: string | null) => {
      if (worker !== own) return;
      worker = null;
      if (reason !== null) reportFault(reason);
      timer = setTimeout(() => build(map, file), RETRY_MS);
      timer.unref();
    };
    own.on('message', (news: IndexNews) => {
      if (worker !== own) return;
      if (news.kind === 'progress') state = { kind: 'building', part: news.part };
      else if (news.kind === 'busy') retryLater(null);
      else if (news.kind === 'fault') retryLater(news.reason);
      else {
        const why = take(map, file, draft);
        if (why !== null) return retryLater(why);
        worker = null;
        const s = Math.round((performance.now() - began) / 1000);
        logger.info({ file, s }, 'The names of the map file are indexed');
      }
    });
    own.on('error', (error) => retryLater(reasonOf(error)));
    own.unref();
  };

  const begin = async (map: StreetMap) => {
    await end();
    index?.close();
    index = null;
    state = { kind: 'none' };
    build(map, placeOf(map.archive.path, dataDir));
  };
  mapFile.onOpened((map) => {
    begin(map).catch((error: unknown) => reportFault(reasonOf(error)));
  });

  return {
    state: () => (mapFile.current() ? state : { kind: 'none' }),
    find: (typed, most, near) => (mapFile.current() ? (index?.find(typed, most, near) ?? []) : []),
    async stop() {
      stopped = true;
      await end();
      index?.close();
      index = null;
    },
  };
}

/**
 * Next to the map file, so that other users of the file have it too; in the data directory if that folder is not
 * writable.
 */
function placeOf(mapFile: string, dataDir: string): string {
  try {
    accessSync(path.dirname(mapFile), constants.W_OK);
    return `${mapFile}.index`;
  } catch {
    const folder = path.join(dataDir, 'map-index');
    mkdirSync(folder, { recursive: true });
    const own = createHash('sha256').update(mapFile).digest('hex').slice(0, 12);
    return path.join(folder, `${path.basename(mapFile)}-${own}.index`);
  }
}

import { stat } from 'node:fs/promises';
import { MapFileFault } from '@milepost/city/map-file/map-file-fault';
import { openStreetMap, type StreetMap } from '@milepost/city/map-file/street-map';
import type { Logger } from 'pino';

/** The file of MAP_FILE as it is now. */
export interface MapFile {
  /** Null where none is set, or it cannot be used. */
  current(): StreetMap | null;
  /** Why it cannot be used; null where it can, or none is set. */
  fault(): MapFileFault | null;
  /** Told of each file that takes the place of another, and of the first. */
  onOpened(listener: (map: StreetMap) => void): void;
  stop(): Promise<void>;
}

export const NO_MAP_FILE: MapFile = {
  current: () => null,
  fault: () => null,
  onOpened: () => {},
  stop: async () => {},
};

/** How often it is looked at whether the file is another. */
const LOOK_EVERY_MS = 30_000;
/** What is under way when a file goes has ended by then. */
const CLOSE_AFTER_MS = 60_000;

/** Opens the file, and anew whenever it changes: a map is replaced without a restart. Never throws. */
export async function watchMapFile(path: string, logger: Logger, everyMs = LOOK_EVERY_MS): Promise<MapFile> {
  let map: StreetMap | null = null;
  let fault: MapFileFault | null = null;
  let seen = '';
  const listeners: ((map: StreetMap) => void)[] = [];
  const closing = new Set<StreetMap>();

  const look = async () => {
    const now = await stat(path).then(
      // Another permission changes the last one alone.
      ({ size, mtimeMs, ino, ctimeMs }) => `${size} ${mtimeMs} ${ino} ${ctimeMs}`,
      () => 'none',
    );
    // What could not be read, as over a network that failed, may be readable by now.
    if (now === seen && fault?.code !== 'unreadable') return;
    seen = now;
    const before = map;
    try {
      map = await openStreetMap(path);
      fault = null;
      const { header } = map.archive;
      logger.info({ file: path, layout: map.layout, zooms: [header.minZoom, header.maxZoom] }, 'The map file is open');
      for (const listener of listeners) listener(map);
    } catch (error) {
      const known = fault?.message;
      map = null;
      fault = error instanceof MapFileFault ? error : new MapFileFault('unreadable', String(error), { cause: error });
      if (fault.message !== known) logger.error({ file: path, reason: fault.message }, 'MAP_FILE is not used');
    }
    if (before) {
      closing.add(before);
      setTimeout(() => void close(before), CLOSE_AFTER_MS).unref();
    }
  };
  const close = async (one: StreetMap) => {
    if (closing.delete(one)) await one.archive.close();
  };

  await look();
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  timer.unref();
  return {
    current: () => map,
    fault: () => fault,
    onOpened: (listener) => {
      listeners.push(listener);
      if (map) listener(map);
    },
    async stop() {
      clearInterval(timer);
      await looking;
      if (map) closing.add(map);
      await Promise.all([...closing].map(close));
    },
  };
}

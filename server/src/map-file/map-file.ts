import { stat } from 'node:fs/promises';
import { MapFileFault } from '@milepost/city/map-file/map-file-fault';
import { openStreetMap, type StreetMap } from '@milepost/city/map-file/street-map';
import type { Logger } from 'pino';

/** The file of MAP_FILE in its present state. */
export interface MapFile {
  /** Null when none is configured, or it cannot be used. */
  current(): StreetMap | null;
  /** The reason why it cannot be used; null when it can, or none is configured. */
  fault(): MapFileFault | null;
  /** Calls the listener with each file that replaces another, and with the first. */
  onOpened(listener: (map: StreetMap) => void): void;
  stop(): Promise<void>;
}

export const NO_MAP_FILE: MapFile = {
  current: () => null,
  fault: () => null,
  onOpened: () => {},
  stop: async () => {},
};

/** The interval of checking whether the file was replaced. */
const LOOK_EVERY_MS = 30_000;
/** By then, reads in progress on a replaced file have ended. */
const CLOSE_AFTER_MS = 60_000;

/** Opens the file, and again whenever it changes: a map is replaced without a restart. Never throws. */
export async function watchMapFile(path: string, logger: Logger, everyMs = LOOK_EVERY_MS): Promise<MapFile> {
  let map: StreetMap | null = null;
  let fault: MapFileFault | null = null;
  let seen = '';
  const listeners: ((map: StreetMap) => void)[] = [];
  const closing = new Set<StreetMap>();

  const look = async () => {
    const now = await stat(path).then(
      // A change of permissions alters only the last value.
      ({ size, mtimeMs, ino, ctimeMs }) => `${size} ${mtimeMs} ${ino} ${ctimeMs}`,
      () => 'none',
    );
    // A file that could not be read, as after a network failure, may be readable by now.
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
      if (fault.message !== known)
        logger.error({ file: path, reason: fault.message }, 'The map file of MAP_FILE cannot be used');
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

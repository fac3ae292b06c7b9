import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Asks } from '../bus/asks.ts';
import type { Bus } from '../bus/bus.ts';
import type { Peer } from '../bus/peers.ts';
import type { SecretBox } from '../auth/secret-box.ts';
import type { Config } from '../config.ts';
import type { FileStore } from '../files/file-store.ts';
import type { OpenDatabase } from '../database/open.ts';
import type { ContactLog } from '../gateway/contact-log.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { MapFile } from '../map-file/map-file.ts';
import type { MapSearch } from '../map-file/map-index.ts';
import type { Places } from '../places/places.ts';
import type { Backups } from './backup-role.ts';

/** The state of the process, for `/readyz`. */
export interface Lifecycle {
  /** True from the signal to stop on, while everything is still served. */
  stopping: boolean;
}

/** The parameters of every role. */
export interface Parts {
  config: Config;
  logger: Logger;
  database: OpenDatabase;
  bus: Bus;
  asks: Asks;
  /** The other processes of this installation, the oldest first. */
  peers: () => Promise<Peer[]>;
  registry: Registry;
  contacts: ContactLog;
  queue: JobQueue;
  files: FileStore;
  /** Opens the secrets of the database with the key of this installation. */
  secrets: SecretBox;
  mapFile: MapFile;
  mapSearch: MapSearch;
  places: Places;
  backups: Backups;
  lifecycle: Lifecycle;
  /** Functions to call when the server stops, in reverse order. */
  stops: (() => Promise<unknown> | void)[];
}

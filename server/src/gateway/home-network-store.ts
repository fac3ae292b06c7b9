import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import {
  addReportedNetworks,
  forgetReportedNetworks,
  listReportedNetworks,
  type ReportedFrom,
} from '../store/devices/reported-networks.ts';
import { HomeNetworks, type NetworkSighting } from './home-networks.ts';

/** Stores the networks from which devices recently reported, by carrier, so that they survive a restart. */
export interface HomeNetworkStore {
  connection: HomeNetworks;
  datagram: HomeNetworks;
  /** Stores the pending entries. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const STORE_EVERY_MS = 15_000;
const FORGET_EVERY_MS = 6 * 3_600_000;
/** An entry dropped for lack of room is recorded again an hour later. */
const MAX_WAITING = 20_000;

export async function createHomeNetworkStore(database: Database, logger: Logger): Promise<HomeNetworkStore> {
  let waiting: Omit<ReportedFrom, 'identity'>[] = [];
  const note = (byDatagram: boolean) => (seen: NetworkSighting) => {
    const { deviceId, network, at } = seen;
    if (waiting.length < MAX_WAITING) waiting.push({ deviceId, network, byDatagram, at });
  };
  const connection = new HomeNetworks(note(false));
  const datagram = new HomeNetworks(note(true));
  const known = await listReportedNetworks(database);
  connection.restore(known.filter(({ byDatagram }) => !byDatagram));
  datagram.restore(known.filter(({ byDatagram }) => byDatagram));

  const store = async () => {
    if (waiting.length === 0) return;
    const news = waiting;
    waiting = [];
    await addReportedNetworks(database, news).catch((error: unknown) => {
      logger.warn({ error, devices: news.length }, 'The networks that devices report from could not be stored');
    });
  };
  let storing = Promise.resolve();
  const flush = () => (storing = storing.then(store));
  const forget = () => {
    forgetReportedNetworks(database).catch((error: unknown) => {
      logger.warn({ error }, 'Old networks of devices could not be deleted');
    });
  };
  const timers = [setInterval(() => void flush(), STORE_EVERY_MS), setInterval(forget, FORGET_EVERY_MS)];
  for (const timer of timers) timer.unref();
  return {
    connection,
    datagram,
    flush,
    close: () => {
      for (const timer of timers) clearInterval(timer);
      return flush();
    },
  };
}

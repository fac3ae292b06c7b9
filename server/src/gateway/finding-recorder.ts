import type { Logger } from 'pino';
import { addFindings, type DeviceFinding, type DeviceFindingKind } from '../store/devices/device-findings.ts';
import type { Database } from '../store/database.ts';

/**
 * Counts findings that make it doubtful whether reports come from the device itself, and stores the counts
 * periodically.
 */
export interface FindingRecorder {
  add(deviceId: number, kind: DeviceFindingKind, address: string, otherAddress: string | null, at: number): void;
  /** Stores the pending counts. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const STORE_EVERY_MS = 5000;
const MAX_WAITING = 10_000;

export function createFindingRecorder(database: Database, logger: Logger): FindingRecorder {
  const waiting = new Map<string, DeviceFinding>();
  const store = async () => {
    if (waiting.size === 0) return;
    const findings = [...waiting.values()];
    waiting.clear();
    await addFindings(database, findings).catch((error: unknown) => {
      logger.warn({ error, devices: findings.length }, 'Findings about reports could not be stored');
    });
  };
  let storing = Promise.resolve();
  const flush = () => (storing = storing.then(store));
  const timer = setInterval(() => void flush(), STORE_EVERY_MS);
  timer.unref();
  return {
    add: (deviceId, kind, address, otherAddress, at) => {
      const key = `${deviceId} ${kind} ${Math.floor(at / 86_400_000)}`;
      const known = waiting.get(key);
      if (known) Object.assign(known, { times: known.times + 1, at, address, otherAddress });
      else if (waiting.size < MAX_WAITING) waiting.set(key, { deviceId, kind, times: 1, at, address, otherAddress });
    },
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

import * as gt06 from '@milepost/protocols/gt06/device';
import { type DeviceClient, deviceClient } from './device-client.ts';

/** A device that sends each report until it is acknowledged, as those with a memory do. */
export interface ResendingDevice {
  /** Acknowledged reports, by their number. */
  acknowledged: ReadonlySet<number>;
  /** Milliseconds of the longest wait between two acknowledgements so far. */
  longestWaitMs(): number;
  /** Sends no new reports, and resolves once all are acknowledged. */
  finish(): Promise<void>;
  close(): void;
}

const EVERY_MS = 50;
/** After a lost connection, or when no acknowledgement comes. */
const RETRY_MS = 200;
const PATIENCE_MS = 4000;

/**
 * Drives along a road and reports each second of its own time, twenty times a second of ours. Connects to one of the
 * ports, and to the next one when a connection is lost.
 * @param start the time of the first report, in epoch milliseconds
 */
export function resendingDevice(imei: string, ports: readonly number[], start: number): ResendingDevice {
  const acknowledged = new Set<number>();
  const waiting: number[] = [];
  let count = 0;
  let isFinishing = false;
  let isClosed = false;
  let client: DeviceClient | null = null;
  let attempt = 0;
  let acknowledgedAt = performance.now();
  let longest = 0;
  const finished = Promise.withResolvers<void>();

  const frameOf = (number: number) =>
    gt06.encodePosition(
      {
        time: new Date(start + number * 1000),
        lat: -34.9 + number / 5000,
        lon: -56.2,
        speedKph: 80,
        courseDeg: 0,
        satellites: 9,
        valid: true,
        ignition: true,
      },
      number,
    );
  const connect = async (): Promise<void> => {
    if (isClosed) return;
    try {
      const fresh = await deviceClient(ports[attempt++ % ports.length] ?? 0);
      client = fresh;
      fresh.send(gt06.encodeLogin(imei, 0));
      for (const number of waiting) fresh.send(frameOf(number));
      await fresh.closed;
    } catch {
      // The gateway is away.
    }
    client = null;
    setTimeout(() => void connect(), RETRY_MS);
  };
  const read = () => {
    if (!client) return;
    for (const { type, serial } of new gt06.DeviceReader().push(client.received())) {
      if (type !== 0x22 || acknowledged.has(serial)) continue;
      acknowledged.add(serial);
      waiting.splice(waiting.indexOf(serial), 1);
      longest = Math.max(longest, performance.now() - acknowledgedAt);
      acknowledgedAt = performance.now();
    }
  };
  void connect();
  const timer = setInterval(() => {
    read();
    if (!isFinishing) {
      count += 1;
      waiting.push(count);
      client?.send(frameOf(count));
    } else if (waiting.length === 0) finished.resolve();
    if (waiting.length > 0 && performance.now() - acknowledgedAt > PATIENCE_MS) {
      acknowledgedAt = performance.now();
      client?.close();
    }
  }, EVERY_MS);

  return {
    acknowledged,
    longestWaitMs: () => longest,
    finish: () => {
      isFinishing = true;
      return finished.promise;
    },
    close: () => {
      isClosed = true;
      clearInterval(timer);
      client?.close();
    },
  };
}

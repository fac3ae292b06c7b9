import { setTimeout as delay } from 'node:timers/promises';
import { BenchDevice } from './devices/device.ts';
import { dialectOf, imeiOf, type ProtocolMix } from './devices/fleet.ts';
import type { Box } from './devices/place.ts';
import { percentile } from './percentile.ts';
import { waitUntil } from './until.ts';

export interface LoadOptions {
  host: string;
  ports: { gt06: number; teltonika: number };
  devices: number;
  mix: ProtocolMix;
  recordsPerPacket: number;
  /** The positions a second of the whole fleet; null for as fast as acknowledgements come. */
  rate: number | null;
  warmUpS: number;
  durationS: number;
  /** The epoch milliseconds of the first report. */
  startsAt: number;
  scatter?: Box;
  /** The seconds between the reports of a device, on its own clock: see place.ts. */
  intervalS?: number;
}

export interface LoadResult {
  /** The positions acknowledged during the measurement. */
  measured: number;
  /** The positions acknowledged in total, including the warm-up. */
  acknowledged: number;
  seconds: number;
  /**
   * The milliseconds from when a frame was due (at a fixed rate) or sent (as fast as possible) to its acknowledgement.
   */
  p50Ms: number | null;
  p99Ms: number | null;
  maxMs: number | null;
  cpuSeconds: number;
  faults: string[];
}

const CONNECT_WITHIN_MS = 60_000;
const DRAIN_WITHIN_MS = 15_000;
const TICK_MS = 4;
const MAX_FAULTS_RETAINED = 5;

/** Drives a fleet against a gateway. `mark` is called when measuring begins and ends. */
export async function runLoad(options: LoadOptions, mark: (what: 'begin' | 'end') => void): Promise<LoadResult> {
  const { devices: count, rate, warmUpS, durationS } = options;
  const perDevice = (rate ?? 0) / count;
  const latencies: number[] = [];
  const faults: string[] = [];
  let measuring = false;
  let measured = 0;
  let startedAt = 0;

  const devices = Array.from({ length: count }, (_, index) => {
    const dialect = dialectOf(index, options.mix, options, options.recordsPerPacket);
    // Spread over the duration of one frame, so that the fleet does not report in step.
    const phase = ((index * 0.618) % 1) * dialect.reportsPerFrame;
    return {
      phase,
      device: new BenchDevice({
        imei: imeiOf(index),
        host: options.host,
        port: options.ports[dialect.protocol],
        dialect,
        onFault: (fault) => faults.length < MAX_FAULTS_RETAINED && faults.push(fault),
        onAcknowledged: (first, sentAt) => {
          if (!measuring) return;
          const due = startedAt + ((first + dialect.reportsPerFrame - phase) / perDevice) * 1000;
          latencies.push(performance.now() - (rate === null ? sentAt : due));
          measured += dialect.reportsPerFrame;
        },
      }),
    };
  });

  try {
    await connectAll(devices.map(({ device }) => device));
    startedAt = performance.now();
    const produce = () => {
      const elapsedS = (performance.now() - startedAt) / 1000;
      for (const { device, phase } of devices) {
        const produced = Math.floor(elapsedS * perDevice + phase);
        if (produced === device.produced) continue;
        device.produced = produced;
        device.pump();
      }
    };
    const timer = rate === null ? undefined : setInterval(produce, TICK_MS);
    if (rate === null) {
      for (const { device } of devices) {
        device.produced = Infinity;
        device.pump();
      }
    }
    await delay(warmUpS * 1000);
    mark('begin');
    measuring = true;
    const from = performance.now();
    const cpu = process.cpuUsage();
    await delay(durationS * 1000);
    measuring = false;
    const used = process.cpuUsage(cpu);
    const seconds = (performance.now() - from) / 1000;
    mark('end');
    clearInterval(timer);
    await drain(devices.map(({ device }) => device));
    const sorted = Float64Array.from(latencies).toSorted();
    return {
      measured,
      acknowledged: devices.reduce((sum, { device }) => sum + device.acknowledged, 0),
      seconds,
      p50Ms: percentile(sorted, 0.5),
      p99Ms: percentile(sorted, 0.99),
      maxMs: percentile(sorted, 1),
      cpuSeconds: (used.user + used.system) / 1e6,
      faults,
    };
  } finally {
    for (const { device } of devices) device.stop();
  }
}

async function connectAll(devices: readonly BenchDevice[]): Promise<void> {
  for (const [index, device] of devices.entries()) {
    device.start();
    if (index % 100 === 99) await delay(20);
  }
  await waitUntil(
    () => devices.every((device) => device.accepted),
    CONNECT_WITHIN_MS,
    () => 'devices were not all accepted',
  );
}

/** Waits for outstanding acknowledgements, and sends nothing new. */
async function drain(devices: readonly BenchDevice[]): Promise<void> {
  for (const device of devices) device.produced = 0;
  await waitUntil(
    () => devices.every((device) => device.idle),
    DRAIN_WITHIN_MS,
    () => 'frames were not all acknowledged',
  );
}

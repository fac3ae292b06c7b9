import { BenchDevice } from '../devices/device.ts';
import { dialectOf, imeiOf } from '../devices/fleet.ts';
import type { ReportPlan } from '../devices/place.ts';
import { waitUntil } from '../until.ts';

/** Devices that keep measuring whatever happens to the server, and send the stored reports when they can. */
export interface FaultFleet {
  devices: readonly BenchDevice[];
  acknowledged(): number;
  /**
   * Resolves when everything measured before the call is acknowledged, and something measured later by each device.
   */
  caughtUp(): Promise<void>;
  faults: readonly string[];
  stop(): void;
}

interface FleetOptions {
  plan: ReportPlan;
  ports: { gt06: number; teltonika: number };
  devices: number;
  /** The positions a second of the whole fleet. */
  rate: number;
  onCommand: (imei: string, text: string) => { text: string; afterMs: number } | null;
}

const RECORDS = 20;
const TICK_MS = 20;
const CATCH_UP_WITHIN_MS = 90_000;

export function startFaultFleet({ plan, ports, devices: count, rate, onCommand }: FleetOptions): FaultFleet {
  const faults: string[] = [];
  const devices = Array.from({ length: count }, (_, index) => {
    const dialect = dialectOf(index, 'mixed', plan, RECORDS);
    return new BenchDevice({
      imei: imeiOf(index),
      host: '127.0.0.1',
      port: ports[dialect.protocol],
      dialect,
      onCommand: (text) => onCommand(imeiOf(index), text),
      onFault: (fault) => faults.push(fault),
    });
  });
  for (const device of devices) device.start();
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const produced = Math.floor(((performance.now() - startedAt) / 1000) * (rate / count));
    for (const device of devices) {
      device.produced = produced;
      device.pump();
    }
  }, TICK_MS);

  return {
    devices,
    faults,
    acknowledged: () => devices.reduce((sum, device) => sum + device.acknowledged, 0),
    caughtUp: async () => {
      const goals = devices.map((device) => {
        const unit = device.dialect.reportsPerFrame;
        return { device, goal: (Math.floor(device.produced / unit) + 1) * unit };
      });
      const behind = () => goals.filter(({ device, goal }) => device.acknowledged < goal);
      await waitUntil(
        () => behind().length === 0,
        CATCH_UP_WITHIN_MS,
        () => `${behind().length} devices did not catch up, such as ${behind()[0]?.device.imei ?? ''}`,
      );
    },
    stop: () => {
      clearInterval(timer);
      for (const device of devices) device.stop();
    },
  };
}

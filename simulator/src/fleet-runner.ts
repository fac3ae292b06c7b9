import { loadOutlets } from '@milepost/city/outlets';
import { loadRoadGraph } from '@milepost/city/road-graph';
import { DemoDevice } from './demo-device.ts';
import { demoFleet } from './fleet.ts';
import type { DemoVehicle } from './fleet.ts';
import { localDay, pastStart } from './local-time.ts';
import { RETAINED, Movement } from './movement.ts';
import { ObedientMovement } from './obedient-movement.ts';
import type { Options } from './options.ts';
import { Pace } from './pace.ts';
import { Progress } from './progress.ts';
import { fraction } from './random.ts';
import { Recorder } from './recorder.ts';
import { Stats } from './stats.ts';
import { Streets } from './streets.ts';
import { demoTours } from './tours.ts';

export interface Running {
  stop(): void;
}

const TICK_MS = 2000;
const STATS_MS = 60_000;
/** Past reports per second for all devices together: a week of 60 vehicles in less than a minute. */
const PAST_PER_SECOND = 12_000;
/**
 * The number of devices that send their past simultaneously. Late data makes the server recompute a vehicle's days:
 * only once, if each device finishes within seconds.
 */
const PAST_AT_A_TIME = 8;
const PUMP_MS = 40;
/** Devices start one after the other, so that the first are on the map while the last still compute their day. */
const START_GAP_MS = 25;

/** Returns when a silent vehicle last reported: 26 to 70 hours before the fleet was first started. */
function silentSince(index: number, startedMs: number): number {
  return startedMs - (26 + 44 * fraction(91, index)) * 3_600_000;
}

function pastOf(vehicle: DemoVehicle, index: number, progress: Progress, backlogDays: number, nowMs: number) {
  const { startedMs, devices } = progress.state;
  const oldest = pastStart(nowMs, backlogDays);
  const acked = devices[vehicle.identity];
  const fromMs = acked === undefined ? oldest : Math.max(oldest, acked + 1);
  return { fromMs, toMs: vehicle.connectivity === 'silent' ? silentSince(index, startedMs) : nowMs };
}

function runInTurn(devices: readonly DemoDevice[]): void {
  let free = PAST_AT_A_TIME;
  for (const device of devices) {
    device.hasTurn = free > 0 && device.wantsTurn;
    if (device.hasTurn) free -= 1;
  }
}

/**
 * Starts the demo fleet.
 *
 * @throws if the city is not built, or the state folder cannot be used
 */
export function runFleet(options: Options, print: (line: string) => void): Running {
  const nowMs = Date.now();
  const progress = new Progress(options.state, { nowMs, anchorDay: localDay(nowMs) });
  const streets = new Streets(loadRoadGraph());
  const outlets = loadOutlets();
  const stats = new Stats();
  const pace = new Pace(PAST_PER_SECOND);
  const devices: DemoDevice[] = [];
  const timers: NodeJS.Timeout[] = [];
  const fleet = demoFleet(options.vehicles);
  const tours = new Map(demoTours(fleet, streets, outlets).map((tour) => [tour.identity, tour]));
  for (const [index, vehicle] of fleet.entries()) {
    if (vehicle.connectivity === 'never' || !options.protocols.includes(vehicle.protocol)) continue;
    const begin = (): void => {
      const own = new Movement(
        vehicle,
        index,
        streets,
        outlets,
        progress.state.anchorDay,
        RETAINED,
        tours.get(vehicle.identity) ?? null,
      );
      const movement = new ObedientMovement(own, progress.state.holds?.[vehicle.identity]);
      const past = { ...pastOf(vehicle, index, progress, options.backlogDays, nowMs), pace };
      const recorded = { recorder: new Recorder(vehicle, index, movement), movement };
      const device = new DemoDevice(vehicle, recorded, past, options, stats);
      devices.push(device);
      device.start();
    };
    timers.push(setTimeout(begin, index * START_GAP_MS));
  }
  const remember = (): void => {
    for (const device of devices) {
      const ms = device.ackedUpToMs;
      if (ms !== null) progress.set(device.identity, ms);
      progress.setHolds(device.identity, device.holds);
    }
  };
  const pump = setInterval(() => {
    runInTurn(devices);
    for (const device of devices) device.pump();
  }, PUMP_MS);
  const tick = setInterval(() => {
    const ms = Date.now();
    for (const device of devices) device.tick(ms);
    remember();
    progress.writeSometimes(ms);
  }, TICK_MS);
  const logTimer = setInterval(() => {
    const { connected, sent, acked, resent, failures } = stats;
    const dropped = devices.reduce((sum, device) => sum + device.dropped, 0);
    const latencyMs = stats.takeLatencies();
    const time = new Date().toISOString();
    print(
      JSON.stringify({ time, devices: devices.length, connected, sent, acked, resent, failures, dropped, latencyMs }),
    );
  }, STATS_MS);
  return {
    stop() {
      for (const timer of timers) clearTimeout(timer);
      clearInterval(pump);
      clearInterval(tick);
      clearInterval(logTimer);
      for (const device of devices) device.stop();
      remember();
      progress.write();
    },
  };
}

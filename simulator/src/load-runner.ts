import { newConversation } from './conversations.ts';
import { Device } from './device.ts';
import { demoFleet } from './fleet.ts';
import type { Running } from './fleet-runner.ts';
import type { Options } from './options.ts';
import { Outbox } from './outbox.ts';
import type { Report } from './report.ts';
import { Stats } from './stats.ts';

const STEP_MS = 20;
const LOG_MS = 5000;
/** Capacity of a device for unacknowledged reports; any more count as dropped. */
const MEMORY = 1000;

/** Returns a position on a circle of 400 m around the device's own location, driven at 50 km/h. */
function onLoop(index: number, ms: number): Report {
  const angle = (ms / 1000) * (50 / 3.6 / 400) + index;
  const [lat, lon] = [-34.9 + (index % 100) * 0.001, -56.3 + (Math.floor(index / 100) % 100) * 0.003];
  return {
    timeMs: Math.floor(ms / 1000) * 1000,
    lat: lat + 0.0036 * Math.sin(angle),
    lon: lon + 0.0044 * Math.cos(angle),
    altitudeM: 30,
    speedKph: 50,
    courseDeg: Math.floor(((360 * 100 - (angle * 180) / Math.PI) % 360) + 360) % 360,
    satellites: 12,
    accuracyM: 5,
    valid: true,
    ignition: true,
    motion: true,
    odometerM: Math.floor(ms / 72) % 2 ** 31,
    powerV: 14,
    batteryV: 4,
    batteryPercent: 90,
    rssi: 4,
    sos: false,
    harsh: null,
    archived: false,
  };
}

/** The load generator: devices on simple loops that together send `rate` positions a second. */
export function runLoad(options: Options, rate: number, print: (line: string) => void): Running {
  const stats = new Stats();
  const noReports: Report[] = [];
  const units = demoFleet(options.vehicles).map((vehicle) => {
    const outbox = new Outbox(noReports.values(), MEMORY);
    const device = new Device({
      host: options.host,
      port: options.ports[vehicle.protocol],
      newConversation: () => newConversation(vehicle, options.host),
      outbox,
      stats,
      isPersistent: true,
    });
    return { outbox, device };
  });
  for (const { device } of units) device.start();
  const startedAt = performance.now();
  let made = 0;
  const step = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * rate);
    const ms = Date.now();
    for (; made < due; made += 1) units[made % units.length]?.device.report(onLoop(made % units.length, ms));
  }, STEP_MS);
  const tick = setInterval(() => {
    for (const { device } of units) device.tick(Date.now());
  }, 2000);
  let [lastSent, lastAcked, lastAt] = [0, 0, startedAt];
  const logTimer = setInterval(() => {
    const at = performance.now();
    const perSecond = (count: number): number => Math.round((count / (at - lastAt)) * 1000);
    const dropped = units.reduce((sum, unit) => sum + unit.outbox.dropped, 0);
    const { connected, failures } = stats;
    const rates = { sentPerS: perSecond(stats.sent - lastSent), ackedPerS: perSecond(stats.acked - lastAcked) };
    print(JSON.stringify({ ...rates, latencyMs: stats.takeLatencies(), connected, failures, dropped }));
    [lastSent, lastAcked, lastAt] = [stats.sent, stats.acked, at];
  }, LOG_MS);
  return {
    stop() {
      for (const timer of [step, tick, logTimer]) clearInterval(timer);
      for (const { device } of units) device.stop();
    },
  };
}

import type { Attributes } from '@milepost/protocols/types';
import type { Report } from '../report.ts';
import { at, normal, seeded } from './journey.fixture.ts';

/** A truck's shift: minutes of driving at 54 km/h, of standing with the engine running, and with it off. */
export interface Shift {
  driveMin: number;
  idleMin: number;
  offMin: number;
}

/** How its device is connected. */
export interface Wiring {
  /** The ignition input, given whether the engine runs; undefined if not connected. */
  wire: (engineRuns: boolean) => boolean | undefined;
  /** 12 or 24 V system whose supply the device measures; null if it does not. */
  system: 12 | 24 | null;
}

/** A report every 30 s, with the noise of the receiver and the voltmeter. */
export function truckReports(shifts: readonly Shift[], { wire, system }: Wiring, seed = 1): Report[] {
  const random = seeded(seed);
  const reports: Report[] = [];
  let [second, east, offS] = [0, 0, 0];
  const report = (engineRuns: boolean, kph: number) => {
    const attributes: Attributes = {};
    const ignition = wire(engineRuns);
    if (ignition !== undefined) attributes.ignition = ignition;
    const [noiseE, noiseN] = normal(random, 3);
    const [noiseV] = normal(random, 0.05);
    // At rest some 12.7 V that fall slowly; the alternator holds 14.1 V.
    const volts = engineRuns ? 14.1 : Math.max(12.3, 12.75 - offS / 200_000);
    if (system !== null) attributes.powerV = Math.round((volts + noiseV) * (system / 12) * 100) / 100;
    reports.push(at(second, east + noiseE, kph, { ...attributes, northM: noiseN }));
    second += 30;
    east += (kph / 3.6) * 30;
    offS = engineRuns ? 0 : offS + 30;
  };
  for (const { driveMin, idleMin, offMin } of shifts) {
    for (let step = 0; step < offMin * 2; step += 1) report(false, 0);
    for (let step = 0; step < driveMin * 2; step += 1) report(true, 54);
    for (let step = 0; step < idleMin * 2; step += 1) report(true, 0);
  }
  for (let step = 0; step < 60; step += 1) report(false, 0);
  return reports;
}

/** Three days of four trips each, with waits of 0 to 20 minutes after them and nights. */
export const THREE_DAYS: readonly Shift[] = Array.from({ length: 12 }, (_, index) => ({
  driveMin: 25 + (index % 3) * 20,
  idleMin: [0, 8, 20, 2][index % 4] ?? 0,
  offMin: index % 4 === 0 ? 600 : 45 + 10 * (index % 5),
}));

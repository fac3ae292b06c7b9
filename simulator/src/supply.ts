import type { DemoVehicle } from './fleet.ts';
import { noise } from './noise.ts';
import { fraction } from './random.ts';

/** Duration of cranking, ms. */
const CRANK_MS: [number, number] = [800, 2200];
/** A battery at rest loses this much in a 12 V system, most of it in the first hours. */
const SAG_V = 0.2;
const SAG_HOURS = 8;
/** The share of devices that report tenths of a volt. */
const COARSE_PART = 0.3;

/**
 * Returns a device's supply voltage: the alternator's 13.6 to 14.4 V with the engine running, the battery's 12.4 to
 * 12.8 V at rest, sagging, and a dip while cranking; twice that in a truck. It follows the engine, whatever the
 * ignition wire reports.
 *
 * @param engine whether it runs at `ms`, and since when, ms
 */
export function supplyV(
  type: DemoVehicle['type'],
  index: number,
  engine: { on: boolean; sinceMs: number },
  ms: number,
): number {
  const volts =
    (type === 'truck' ? 2 : 1) * (engine.on ? running(index, engine.sinceMs, ms) : resting(index, engine.sinceMs, ms));
  const steps = fraction(52, index) < COARSE_PART ? 10 : 1000;
  return Math.round(volts * steps) / steps;
}

function running(index: number, sinceMs: number, ms: number): number {
  const second = Math.floor(sinceMs / 1000);
  const crankMs = CRANK_MS[0] + fraction(53, index, second) * (CRANK_MS[1] - CRANK_MS[0]);
  if (ms - sinceMs < crankMs) return 9.8 + 1.4 * fraction(54, index, second);
  const level = 13.78 + 0.44 * fraction(55, index);
  return level + 0.12 * noise(index, 56, ms, 600) + 0.05 * noise(index, 48, ms, 20);
}

function resting(index: number, sinceMs: number, ms: number): number {
  const hours = (ms - sinceMs) / 3_600_000;
  const full = 12.64 + 0.12 * fraction(57, index);
  return full - SAG_V * (1 - Math.exp(-hours / SAG_HOURS)) + 0.03 * noise(index, 48, ms, 60);
}

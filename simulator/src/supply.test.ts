import { describe, expect, it } from 'vitest';
import { supplyV } from './supply.ts';

const HOUR_MS = 3_600_000;
/** A quarter past midnight, to a whole second. */
const T0 = Date.UTC(2026, 10, 16, 0, 15);
const INDEXES = Array.from({ length: 60 }, (_, i) => i);

function volts(type: 'truck' | 'van', index: number, on: boolean, hours: number): number {
  return supplyV(type, index, { on, sinceMs: T0 }, T0 + hours * HOUR_MS);
}

describe('supplyV', () => {
  it('is the alternator voltage with the engine running and the battery voltage at rest', () => {
    for (const index of INDEXES) {
      for (const hours of [0.01, 0.3, 2, 7.7]) {
        expect(volts('van', index, true, hours)).toBeGreaterThanOrEqual(13.6);
        expect(volts('van', index, true, hours)).toBeLessThanOrEqual(14.4);
        expect(volts('van', index, false, hours)).toBeGreaterThanOrEqual(12.4);
        expect(volts('van', index, false, hours)).toBeLessThanOrEqual(12.8);
        // A truck has two batteries in series.
        expect(volts('truck', index, true, hours)).toBeGreaterThanOrEqual(27.2);
        expect(volts('truck', index, true, hours)).toBeLessThanOrEqual(28.8);
        expect(volts('truck', index, false, hours)).toBeGreaterThanOrEqual(24.8);
        expect(volts('truck', index, false, hours)).toBeLessThanOrEqual(25.6);
      }
    }
  });

  it('sags over hours at rest and never rises by more than its noise', () => {
    for (const index of INDEXES) {
      expect(volts('van', index, false, 0.1) - volts('van', index, false, 24)).toBeGreaterThan(0.09);
    }
  });

  it('dips while the starter turns, for less than three seconds', () => {
    for (const index of INDEXES) {
      expect(volts('van', index, true, 0)).toBeLessThan(11.3);
      expect(volts('van', index, true, 0)).toBeGreaterThan(9.5);
      expect(volts('van', index, true, 3 / 3600)).toBeGreaterThan(13.5);
    }
  });

  it('is reported in tenths of a volt by some devices and exactly by most', () => {
    const coarse = INDEXES.filter((index) =>
      [0.1, 0.2, 0.3, 0.4, 0.5].every((hours) => Math.abs((volts('van', index, true, hours) * 10) % 1) < 1e-9),
    );
    expect(coarse.length).toBeGreaterThan(8);
    expect(coarse.length).toBeLessThan(30);
  });
});

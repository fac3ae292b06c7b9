import { expect, it } from 'vitest';
import { beyondAim } from './run.ts';

it('gives reports 200 ms, and those of sensors processor time by the pieces that they read', () => {
  const pieces = 200 * 30 * 24;
  expect(beyondAim('trips', { p50: 200, cpuMs: 900 }, pieces)).toBeNull();
  expect(beyondAim('trips', { p50: 201, cpuMs: 10 }, pieces)).toBe('over 200 ms');
  // 144,000 pieces of 12 µs are 1,728 ms.
  expect(beyondAim('sensor-values', { p50: 9000, cpuMs: 1728 }, pieces)).toBeNull();
  expect(beyondAim('sensor-values', { p50: 100, cpuMs: 1729 }, pieces)).toBe(
    'over 1728 ms, 12 µs for each of 144000 pieces',
  );
  // Without processor time, the elapsed time counts; and a small fleet has a target of at least 200 ms.
  expect(beyondAim('sensor-values', { p50: 1729, cpuMs: null }, pieces)).toContain('over 1728 ms');
  expect(beyondAim('sensor-values', { p50: 900, cpuMs: 200 }, 24)).toBeNull();
});

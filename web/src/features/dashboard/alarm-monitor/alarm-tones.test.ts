import { expect, test } from 'vitest';
import { SEVERITIES } from '@milepost/contract/alarm-constants';
import { TONES } from './alarm-tones.ts';

test('the more severe, the more beeps and the shorter the interval', () => {
  const beeps = SEVERITIES.map((severity) => TONES[severity].beeps.length);
  const pauses = SEVERITIES.map((severity) => TONES[severity].everyMs);
  expect(beeps).toEqual([5, 3, 2, 1]);
  expect(pauses).toEqual([2500, 5000, 10_000, 20_000]);
});

test('beeps do not overlap, and each signal ends before it is repeated', () => {
  for (const { beeps, everyMs } of Object.values(TONES)) {
    for (const [index, beep] of beeps.entries()) {
      const next = beeps[index + 1]?.at ?? everyMs / 1000;
      expect(beep.at + beep.lasts).toBeLessThan(next);
    }
  }
});

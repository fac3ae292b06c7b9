import { expect, it } from 'vitest';
import { benchFlood, LIMIT_MB } from './flood-run.ts';

it(
  'floods a server, which survives, stays within its memory and replies to normal devices',
  { timeout: 120_000 },
  async () => {
    const figures = await benchFlood({ durationS: 4, devices: 20, rate: 40, sameAddress: false });
    expect(figures.alive).toBe(true);
    expect(figures.faults).toEqual([]);
    // 160 reports are due. The rate itself is measured by the benchmark, on an idle machine.
    expect(figures.acknowledged).toBeGreaterThan(40);
    expect(figures.phones.stored).toBeGreaterThan(5);
    if (figures.peakMb !== null) expect(figures.peakMb).toBeLessThan(LIMIT_MB);
    expect(figures.thrown?.connections).toBeGreaterThan(100);
    expect(figures.thrown?.datagrams).toBeGreaterThan(100);
    expect(figures.thrown?.requests).toBeGreaterThan(10);
  },
);

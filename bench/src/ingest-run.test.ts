import { expect, it } from 'vitest';
import { benchIngest } from './ingest-run.ts';

it('drives a server over both protocols and reports the figures', { timeout: 120_000 }, async () => {
  const figures = await benchIngest({
    rate: 400,
    durationS: 1,
    warmUpS: 0.2,
    devices: 10,
    mix: 'mixed',
    records: 5,
    roles: 'gateway,ingest',
    tracking: 'on',
    fences: 50,
    outlets: 50,
    runs: true,
    interval: 30,
  });
  expect(figures.faults).toEqual([]);
  expect(figures.acknowledged).toBeGreaterThan(100);
  expect(figures.stored).toBe(figures.acknowledged);
  expect(figures.positionsPerSecond).toBeGreaterThan(0);
  // Each device has at least its day totals.
  expect(figures.facts).toBeGreaterThanOrEqual(10);
  expect(figures.p50Ms).toBeGreaterThan(0);
  expect(figures.p99Ms).toBeGreaterThanOrEqual(figures.p50Ms ?? Infinity);
  expect(figures.bytesPerPosition.table).toBeGreaterThan(0);
  expect(figures.cpuSeconds.generator).toBeGreaterThan(0);
  expect(figures.cpuMicrosPerPosition?.server).toBeGreaterThan(0);
  expect(figures.cpuMicrosPerPosition?.postgres).toBeGreaterThan(0);
  expect(figures.positionsPerCommit).toBeGreaterThan(1);
  // A row of a position takes at least as much in the write-ahead log as in the table.
  expect(figures.walBytesPerPosition).toBeGreaterThan(80);
  expect(figures.machine.postgres).toMatch(/^18/);
});

import { Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createIngestMetrics } from '../ingest/ingest-metrics.ts';
import { watchIngest } from './ingest-rates.ts';

test('computes rates from the counters of the last five minutes', async () => {
  const registry = new Registry();
  const metrics = createIngestMetrics(registry);
  new Gauge({ name: 'milepost_device_connections', help: 'x', labelNames: ['protocol'], registers: [registry] }).set(
    { protocol: 'gt06' },
    7,
  );
  metrics.watch(() => ({ messages: 3, bytes: 90 }));
  let at = 0;
  const watch = watchIngest(registry, () => at);
  expect(await watch.read()).toEqual({ positionsPerMinute: null, commitS: null, waiting: 3, connections: 7 });
  metrics.stored(1200, 500, []);
  at = 120_000;
  expect((await watch.read()).positionsPerMinute).toBe(600);
  // The first two minutes are out of the window by now.
  at = 480_000;
  expect((await watch.read()).positionsPerMinute).toBe(0);
  watch.close();
});

test('gives the time within which 95 of 100 batches were committed', async () => {
  const registry = new Registry();
  const { observe } = batchesOf(registry);
  const watch = watchIngest(registry, () => 0);
  await watch.read();
  for (let batch = 0; batch < 95; batch++) observe(0.02);
  for (let batch = 0; batch < 5; batch++) observe(2);
  expect((await watch.read()).commitS).toBe(0.025);
  for (let batch = 0; batch < 10; batch++) observe(60);
  expect((await watch.read()).commitS).toBe(10);
  watch.close();
});

function batchesOf(registry: Registry) {
  const metrics = createIngestMetrics(registry);
  return {
    observe: (seconds: number) => {
      const submission = { receivedAt: Date.now() - seconds * 1000 + 2 };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the moment of receipt is read
      metrics.stored(1, 0, [submission as never]);
    },
  };
}

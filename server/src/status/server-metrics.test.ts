import { Registry } from 'prom-client';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createPools } from '../database/pool.ts';
import { defineJob } from '../jobs/define-job.ts';
import { createJobQueue } from '../jobs/job-queue.ts';
import { testDatabase } from '../testing/test-database.ts';
import { createOperationTimer } from './operation-times.ts';
import { createServerMetrics, exportTimes } from './server-metrics.ts';

const logger = pino({ level: 'silent' });
const countVehicles = defineJob({ name: 'count-vehicles', input: z.null(), run: async () => {} });

test('exports connections, jobs, mails and sizes, and without the database everything else', async () => {
  const db = await testDatabase();
  const registry = new Registry();
  const pools = createPools(db.url, logger);
  createServerMetrics(registry, pools);
  const queue = createJobQueue(db.database, logger);
  await queue.add(countVehicles, null);
  const times = exportTimes(registry, createOperationTimer());
  times.note('get-trips', 300, 200);
  times.note('get-trips', 20, 422);
  const lines = (await registry.metrics()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'milepost_jobs{queue="count-vehicles",state="waiting"} 1',
      'milepost_mails{state="failed"} 0',
      'milepost_operation_seconds_bucket{le="0.25",operation="get-trips",status="2xx"} 0',
      'milepost_operation_seconds_bucket{le="0.5",operation="get-trips",status="2xx"} 1',
      'milepost_operation_seconds_count{operation="get-trips",status="4xx"} 1',
      'milepost_files_bytes 0',
      'milepost_database_clock_ahead_seconds 0',
      'milepost_database_connections{pool="heavy",state="used"} 0',
      expect.stringMatching(/^milepost_database_bytes\{kind="positions"\} [1-9]/),
    ]),
  );
  await Promise.all(Object.values(pools).map((pool) => pool.end()));
  const after = await registry.metrics();
  expect(after).toContain('milepost_database_connections{pool="vital"');
  expect(after).not.toMatch(/^milepost_(jobs\{|database_clock_ahead_seconds)/m);
  await queue.close();
  await db.close();
}, 60_000);

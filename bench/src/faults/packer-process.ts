// The job that packs days, in a process that can be killed by itself: without its pauses, and also of days to which reports are
// still added. Arguments: the address of the database.
import { setTimeout as delay } from 'node:timers/promises';
import { createPool } from '@milepost/server/database/pool';
import { packOlderDays } from '@milepost/server/jobs/pack-days-job';
import { startPackThread } from '@milepost/server/store/tracks/pack-thread';
import { pino } from 'pino';

const [url = ''] = process.argv.slice(2);
const logger = pino({ level: 'silent' });
const pool = createPool(url, logger);
const { make } = startPackThread();
const { signal } = new AbortController();
const packing = { database: pool, logger, make, signal, afterDays: 2, quietMs: 0, restFactor: 0.5 };
for (;;) {
  // The database may be restarting.
  await packOlderDays(packing).catch(() => 0);
  await delay(100);
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { reasonOf } from '../fault.ts';
import type { DeviceDay } from '../store/chunks/device-day.ts';
import type { Database } from '../store/database.ts';
import { isConflict, type MakeChunk, packDays } from '../store/tracks/pack-days.ts';
import { startPackThread } from '../store/tracks/pack-thread.ts';
import type { PackedKind } from '../store/tracks/packed-days.ts';
import {
  listDaysToPack,
  listDefaultDays,
  listDevicesOfDay,
  readPackingTime,
  takeNewDamage,
} from '../store/tracks/packing-plan.ts';
import { noteRefusedDay, readRefusedDays } from '../store/tracks/refused-days.ts';
import { dropPackedDay } from '../store/tracks/partitions.ts';
import { defineJob } from './define-job.ts';

const DAY_MS = 86_400_000;
/** The job ends early and the next one continues. */
const MAX_MS = 9 * 60_000;
/** Devices in one transaction: some hundred milliseconds. */
const TOGETHER = 5;
/** For each second of packing, so that devices and people have the machine to themselves most of the time. */
const REST_FACTOR = 10;
/** More rows of a day are likely to follow within this time. */
const QUIET_MS = 3_600_000;
/** Lock timeout of dropping a partition: while the drop waits for readers, every writer waits behind it. */
const LOCK_WITHIN_MS = 250;
/** The default of PACK_AFTER_DAYS. */
const DEFAULT_AFTER_DAYS = 3;
const COULD_NOT = 'A day of a device could not be packed, and stays in rows; it is tried again each day';
const KINDS: readonly PackedKind[] = ['positions', 'statusReports'];

export interface Packing {
  database: Database;
  logger: Logger;
  make: MakeChunk;
  signal: AbortSignal;
  /** Days end this long ago, and their last row was received this long ago. */
  afterDays: number;
  quietMs?: number;
  restFactor?: number;
}

/**
 * Packs what is older, from the oldest day on, and drops the partitions that are then empty. It can be interrupted
 * anywhere: each transaction leaves a day of a device either in rows or packed.
 * @returns the number of packed rows
 */
export async function packOlderDays(packing: Packing, now = Date.now()): Promise<number> {
  const { database, logger, signal, afterDays } = packing;
  const until = Math.floor(now / DAY_MS - afterDays) * DAY_MS * 1000;
  const isRefused = await readRefusedDays(database);
  let packed = 0;
  for (const day of await listDaysToPack(database, until)) {
    for (const kind of KINDS) {
      const devices = await listDevicesOfDay(database, kind, day);
      packed += await packAll(
        packing,
        kind,
        devices.map((deviceId) => ({ deviceId, day })).filter((one) => !isRefused(kind, one)),
      );
    }
    if (signal.aborted) return packed;
    try {
      await dropPackedDay(database, day, LOCK_WITHIN_MS);
    } catch (error) {
      logger.info({ reason: reasonOf(error), day }, 'The partition of a packed day could not be dropped yet');
    }
  }
  for (const kind of KINDS) {
    const days: DeviceDay[] = [];
    for await (const one of listDefaultDays(database, kind, until)) {
      if (!isRefused(kind, one)) days.push(one);
      if (days.length === TOGETHER) packed += await packAll(packing, kind, days.splice(0));
      if (signal.aborted) return packed;
    }
    packed += await packAll(packing, kind, days);
  }
  return packed;
}

async function packAll(packing: Packing, kind: PackedKind, days: readonly DeviceDay[]): Promise<number> {
  const { database, logger, make, signal, quietMs = QUIET_MS, restFactor = REST_FACTOR } = packing;
  let packed = 0;
  for (let from = 0; from < days.length && !signal.aborted; from += TOGETHER) {
    const began = performance.now();
    try {
      const result = await packDays(database, kind, days.slice(from, from + TOGETHER), { make, quietMs });
      packed += result.packed;
      for (const one of result.refused) {
        if (await noteRefusedDay(database, kind, one)) logger.warn({ ...one, kind }, COULD_NOT);
      }
    } catch (error) {
      if (!isConflict(error)) throw error;
      logger.info({ reason: reasonOf(error), kind }, 'Days changed while they were packed; retrying later');
    }
    await delay((performance.now() - began) * restFactor, undefined, { signal, ref: false }).catch(() => undefined);
  }
  return packed;
}

/** Packs the positions of days that are over: a twentieth of the space, and faster to read. */
export const packDaysJob = defineJob({
  name: 'pack-days',
  input: z.null(),
  schedule: { cron: '3-59/10 * * * *', timeZone: 'UTC' },
  run: async ({ database, logger, packAfterDays = DEFAULT_AFTER_DAYS }, _, { signal }) => {
    const thread = startPackThread();
    try {
      const until = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
      const packing = { database, logger, make: thread.make, signal: until, afterDays: packAfterDays };
      const packed = await packOlderDays(packing, await readPackingTime(database, Date.now()));
      for (const one of await takeNewDamage(database)) logger.error(one, 'A packed day cannot be read');
      if (packed > 0) logger.info({ packed }, 'Packed older positions');
    } finally {
      await thread.close();
    }
  },
});

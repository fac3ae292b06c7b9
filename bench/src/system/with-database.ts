import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { type Logger, pino } from 'pino';
import { killHard, onAbandon } from './abandon.ts';
import { provision } from './provision.ts';

/** What a benchmark stands on. */
export interface Ground {
  database: EmbeddedPostgres;
  dataDir: string;
  logger: Logger;
  /** What else is to be stopped at the end, the last first. */
  stops: (() => Promise<unknown>)[];
}

/**
 * Measures over a database of its own with so many devices, in a temporary folder. Whatever was started is stopped and
 * removed at the end, and where the program is interrupted.
 */
export async function withDatabase<Figures>(
  devices: number,
  measure: (ground: Ground) => Promise<Figures>,
): Promise<Figures> {
  const logger = pino({ level: 'error' }, pino.destination(2));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-bench-'));
  const stops: Ground['stops'] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    const database = await startEmbeddedPostgres({ dataDir, logger });
    stops.push(database.stop);
    const forget = onAbandon(() => killHard(database.pid()));
    stops.push(async () => forget());
    await provision(database.url, devices, logger);
    return await measure({ database, dataDir, logger, stops });
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

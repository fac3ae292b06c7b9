import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { type Logger, pino } from 'pino';
import { killHard, onAbandon } from './abandon.ts';
import { BENCH_PASSWORD, provision, registerDevices } from './provision.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** The resources of a benchmark. */
export interface Ground {
  database: EmbeddedPostgres;
  dataDir: string;
  logger: Logger;
  /** The folder of another version of the project, whose server is measured instead of this one's. */
  checkout: string | undefined;
  /** The clean-up functions, called in reverse order. */
  stops: (() => Promise<unknown>)[];
}

/**
 * Measures with a temporary database and this many devices. Everything that was started is stopped and removed at the
 * end, also if the program is interrupted.
 */
export async function withDatabase<Figures>(
  devices: number,
  measure: (ground: Ground) => Promise<Figures>,
  checkout?: string,
): Promise<Figures> {
  const logger = pino({ level: 'error' }, pino.destination(2));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-bench-'));
  const stops: Ground['stops'] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    const database = await startEmbeddedPostgres({ dataDir, logger });
    stops.push(database.stop);
    const forget = onAbandon(() => killHard(database.pid()));
    stops.push(async () => forget());
    const ground = { database, dataDir, logger, checkout, stops };
    if (checkout) await provisionByServer(ground, devices);
    else await provision(database.url, devices, logger);
    return await measure(ground);
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/** Another version of the server migrates the database itself; nothing else of that version is used. */
async function provisionByServer(ground: Ground, devices: number): Promise<void> {
  const { stop } = await serve(ground, {}, { ROLES: 'gateway,ingest', ADMIN_PASSWORD: BENCH_PASSWORD });
  await stop();
  ground.stops.pop();
  await registerDevices(ground.database.url, devices, ground.logger);
}

type Gateway = { readonly [Protocol in 'gt06' | 'teltonika' | 'osmand']?: number };

/** A server on this database; a protocol without a given port takes any. It is stopped at the end. */
export async function serve(
  { database, dataDir, checkout, stops }: Ground,
  { gt06 = 0, teltonika = 0, osmand = 0 }: Gateway,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const server = await startServerProcess(
    {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: '0',
      GATEWAY_GT06_PORT: String(gt06),
      GATEWAY_TELTONIKA_PORT: String(teltonika),
      GATEWAY_OSMAND_PORT: String(osmand),
      ...environment,
    },
    checkout,
  );
  stops.push(server.stop);
  return server;
}

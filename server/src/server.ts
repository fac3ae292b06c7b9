import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { type Config, databaseUseOf } from './config.ts';
import { openDatabase, type OpenDatabase } from './database/open.ts';
import { StartError } from './errors.ts';
import { whileUnderWay } from './loop/loop-watch.ts';
import type { Lifecycle, Parts } from './roles/parts.ts';
import { refuseTakenPort } from './taken-port.ts';

export interface RunningServer {
  /** The address at which people reach it; null without the role `web`. */
  address: string | null;
  /** The address of the port for metrics and health; null without METRICS_PORT. */
  metricsAddress: string | null;
  gatewayPorts: { protocol: string; transport: string; port: number; taken: boolean; setting: string }[];
  /** The first administrator, with the password if it was generated just now. */
  admin: { username: string; password: string | null };
  /** Orderly: everything acknowledged is stored, everything stored is acknowledged; then all parts end. */
  stop(): Promise<void>;
}

interface StartOptions {
  /** Aborted when the process must stop before it is up: started parts are stopped, and the start rejects. */
  signal?: AbortSignal | undefined;
  /** Called with one line for the operator when another server has the database: this process must end at once. */
  onTakenOver?: ((message: string) => void) | undefined;
}

const ROOT = path.join(import.meta.dirname, '../..');
const WEB_ROOT = path.join(ROOT, 'web/dist');

/**
 * The past week of the demo is written within minutes. With the write-ahead log of a real fleet, that log would take up more
 * disk than the data. Checkpoints then come every few seconds, as intended, and are no warning.
 */
const DEMO_DATABASE = ['max_wal_size=32MB', 'min_wal_size=32MB', 'checkpoint_warning=0'];

/**
 * Assembles the parts by role and starts them in the order of their dependencies.
 * @throws StartError when the operator must correct something; the signal's reason when it is aborted
 */
export async function startServer(
  config: Config,
  logger: Logger,
  { signal, onTakenOver }: StartOptions = {},
): Promise<RunningServer> {
  const stops: Parts['stops'] = [];
  const lifecycle: Lifecycle = { stopping: false };
  const stop = async () => {
    lifecycle.stopping = true;
    for (const one of stops.splice(0).toReversed()) {
      await Promise.resolve(one()).catch((error: unknown) => logger.error({ error }, 'Part of the shutdown failed'));
    }
  };
  try {
    await refuseUnusable(config);
    if (config.tracing) {
      const { startTracing } = await import('./trace/start-tracing.ts');
      stops.push(startTracing(config.tracing, logger).stop);
    }
    const { databaseUrl, dataDir } = config;
    const settings = config.demo ? DEMO_DATABASE : [];
    const beforeUpgrade = config.backup?.beforeUpgrade
      ? async (url: string) => (await import('./backup/before-upgrade.ts')).backUpBeforeUpgrade(url, config, logger)
      : undefined;
    // The database starts on another processor while the modules of the gateway are loaded, for which devices wait. Those
    // of people and jobs are loaded when devices are served.
    const [database, { startParts }] = await Promise.all([
      openDatabase({
        databaseUrl,
        dataDir,
        logger,
        settings,
        use: databaseUseOf(config),
        roles: config.roles,
        beforeUpgrade,
        signal,
        onTakenOver,
      }).then((opened) => {
        stops.push(opened.close);
        return opened;
      }),
      import('./start-parts.ts'),
    ]);
    signal?.throwIfAborted();
    // What blocks the loop meanwhile is the start.
    const started = await whileUnderWay('start', null, () =>
      startParts({ config, logger, database, lifecycle, stops, signal }),
    );
    // Called first: what is written now need not be written while devices wait for the next start.
    stops.push(() => writeOut(database));
    return { ...started, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @throws StartError when this process could not serve people, before anything is started */
async function refuseUnusable(config: Config): Promise<void> {
  if (!config.roles.has('web')) return;
  if (!existsSync(path.join(WEB_ROOT, 'index.html'))) {
    throw new StartError('The web application is not built; start with "npm start", or run "npm run build" first.');
  }
  await refuseTakenPort(config);
}

/** Devices and browsers are served during the checkpoint, so it may take some time, but not the time of the shutdown. */
const WRITE_OUT_WITHIN_MS = 5000;

async function writeOut({ kind, pools }: OpenDatabase): Promise<void> {
  if (kind !== 'embedded') return;
  const checkpoint: { text: string; query_timeout: number } = {
    text: 'CHECKPOINT',
    query_timeout: WRITE_OUT_WITHIN_MS,
  };
  await pools.jobs.query(checkpoint);
}

import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { pino } from 'pino';
import { banner } from './banner.ts';
import { readConfig } from './config.ts';
import { StartError } from './errors.ts';
import { isOfEnvironment, reasonOf } from './fault.ts';
import { createLogger } from './log.ts';
import { textDestination } from './log-text.ts';
import { type RunningServer, startServer } from './server.ts';
import { VERSION } from './version.ts';

/** The maximum duration of an orderly stop: what is not stored by then was not acknowledged either. */
const STOP_WITHIN_MS = 25_000;
/** One Ctrl-C can arrive twice, from the terminal and from the parent program; only a later one forces the exit. */
const SECOND_SIGNAL_MS = 1000;
/** Used instead of a signal: ends with code 1, so that a service manager restarts the server. */
const FAULT = 'fault';
const noop = () => undefined;
/** SIGHUP: the terminal was closed, or the connection to it broke. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const USAGE = `Milepost ${VERSION}: fleet and vehicle tracking.

  node server/src/main.ts              starts the server
  node server/src/main.ts --version    prints the version
  node server/src/main.ts --help       prints this

Settings are environment variables, such as PORT=8080, DATA_DIR=./data and DATABASE_URL=postgres://…
docs/operations/settings.md lists them all.
`;

/** Handles command-line options; returns the exit code, or null when the server should start. */
function answerArguments(words: readonly string[]): number | null {
  const [word] = words;
  if (word === undefined) return null;
  if (word === '--help' || word === '-h') process.stdout.write(USAGE);
  else if (word === '--version') process.stdout.write(`${VERSION}\n`);
  else {
    process.stderr.write(`Unknown option: ${word}\n\n${USAGE}`);
    return 2;
  }
  return 0;
}

async function main(): Promise<void> {
  // Files in the data directory must not be readable by other users of this machine.
  process.umask(0o077);
  const config = readConfig(process.env);
  const log = pino.destination({ dest: 2, sync: false });
  // The reader of our output may end before us, as when the terminal is closed. The remaining output would be retried
  // for ever, even at the exit.
  log.on('error', () => Object.assign(log, { write: () => true, flush: noop, flushSync: noop, end: noop }));
  process.stdout.on('error', noop);
  const logger = createLogger(config.logLevel, config.logFormat === 'text' ? textDestination(log) : log);
  logger.info({ version: VERSION, node: process.versions.node }, 'Milepost is starting');
  for (const warning of config.warnings) logger.warn(warning);
  const starting = new AbortController();
  let stoppingSince: number | null = null;
  const stop = (signal: string) => {
    if (stoppingSince !== null) {
      // A fault does not interrupt a stop.
      if (signal !== FAULT && performance.now() - stoppingSince > SECOND_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    logger.info({ signal }, 'Stopping');
    starting.abort();
    const orderly = started.then((server) => server.stop(), noop).then(() => 0);
    const tooLate = delay(STOP_WITHIN_MS, 1, { ref: false });
    void Promise.race([orderly, tooLate]).then((code) => {
      return process.exit(signal === FAULT ? 1 : code);
    });
  };
  // A stop may come before the start is complete, when our PostgreSQL already runs.
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  process.on('uncaughtException', (error) => {
    logger.fatal({ error }, 'Unexpected error; stopping');
    stop(FAULT);
  });
  const started = startServer(config, logger, {
    signal: starting.signal,
    onTakenOver: (message) => {
      logger.fatal(message);
      // Nothing that is still here may be stored, and devices belong to the other server now.
      process.exit(1);
    },
  });
  let server: RunningServer;
  try {
    server = await started;
  } catch (error) {
    // The stop ends the process, with its own code.
    if (stoppingSince !== null) return;
    throw error;
  }
  if (stoppingSince !== null) return;

  // A reader of this output may stop the server immediately.
  process.stdout.write(banner(server, config.adminPassword !== null));
}

const answered = answerArguments(process.argv.slice(2));
if (answered !== null) process.exit(answered);
try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof StartError || isOfEnvironment(error) ? reasonOf(error) : inspect(error)}\n`);
  process.exit(1);
}

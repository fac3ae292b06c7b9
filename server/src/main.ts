import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { pino } from 'pino';
import { banner } from './banner.ts';
import { readConfig } from './config.ts';
import { StartError } from './errors.ts';
import { createLogger } from './log.ts';
import { type RunningServer, startServer } from './server.ts';
import { VERSION } from './version.ts';

/** Longer than that an orderly stop does not take: what is not stored by then was not acknowledged either. */
const STOP_WITHIN_MS = 25_000;
/** One Ctrl-C can arrive twice, from the terminal and from the program that started us; a later one means it. */
const SECOND_SIGNAL_MS = 1000;
/** Instead of a signal: ends with code 1, so that a service manager starts the server again. */
const FAULT = 'fault';
const noop = () => undefined;
/** SIGHUP: the terminal was closed, or the connection to it broke. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const USAGE = `Milepost ${VERSION}: fleet and vehicle tracking.

  node server/src/main.ts              starts the server
  node server/src/main.ts --version    prints the version
  node server/src/main.ts --help       prints this

Settings are environment variables, such as PORT=8080, DATA_DIR=./data and DATABASE_URL=postgres://…
docs/operations.md lists them all.
`;

/** Answers a question on the command line; returns the exit code, or null where the server is to start. */
function answerArguments(words: readonly string[]): number | null {
  const [word] = words;
  if (word === undefined) return null;
  if (word === '--help' || word === '-h') process.stdout.write(USAGE);
  else if (word === '--version') process.stdout.write(`${VERSION}\n`);
  else {
    process.stderr.write(`${word} is not known.\n\n${USAGE}`);
    return 2;
  }
  return 0;
}

async function main(): Promise<void> {
  // Whatever is written into the data directory concerns nobody else on this machine.
  process.umask(0o077);
  const config = readConfig(process.env);
  const log = pino.destination({ dest: 2, sync: false });
  // Who reads our lines may go away before us, as when the terminal is closed. What is left to write would be tried for
  // ever, at the exit too.
  log.on('error', () => Object.assign(log, { write: () => true, flush: noop, flushSync: noop, end: noop }));
  process.stdout.on('error', noop);
  const logger = createLogger(config.logLevel, log);
  logger.info({ version: VERSION, node: process.versions.node }, 'Milepost is starting');
  for (const warning of config.warnings) logger.warn(warning);
  const starting = new AbortController();
  let stoppingSince: number | null = null;
  const stop = (signal: string) => {
    if (stoppingSince !== null) {
      // A fault does not break off a stop.
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
  // A stop may come before the start is done, when a PostgreSQL of ours already runs.
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  process.on('uncaughtException', (error) => {
    logger.fatal({ error }, 'A fault nobody expected; stopping');
    stop(FAULT);
  });
  const started = startServer(config, logger, {
    signal: starting.signal,
    onFatal: (message) => {
      logger.fatal(message);
      stop(FAULT);
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

  // Whoever reads that it runs may stop it at once.
  process.stdout.write(banner(server, config.adminPassword !== null));
}

const answered = answerArguments(process.argv.slice(2));
if (answered !== null) process.exit(answered);
try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : inspect(error)}\n`);
  process.exit(1);
}

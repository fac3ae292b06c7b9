#!/usr/bin/env node
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { createLogger } from '../log.ts';
import { runCommand } from './run-command.ts';

// Files that a command creates must not be readable by other users of this machine.
process.umask(0o077);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
// A reader that closes after the first lines has all that it needs.
process.stdout.on('error', () => process.exit(1));

process.exitCode = await runCommand(process.argv.slice(2), {
  config: () => readConfig(process.env),
  environment: process.env,
  // The output is for the result; warnings go where errors go.
  logger: createLogger('warn', pino.destination({ dest: 2, sync: true })),
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  progress: (part) => {
    if (process.connected) process.send?.({ part });
  },
  signal: stopping.signal,
});

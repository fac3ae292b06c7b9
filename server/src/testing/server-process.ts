import { spawn } from 'node:child_process';
import path from 'node:path';

export interface ServerProcess {
  pid: number;
  /** Everything printed so far. */
  output(): string;
  /** Resolves with the exit code; null when a signal ended it. */
  exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

const MAIN = path.join(import.meta.dirname, '../main.ts');

/**
 * The real server as a separate process, with nothing of our environment except the given variables and the search
 * path.
 */
export function startServerProcess(environment: Record<string, string>): ServerProcess {
  const { PATH = '', HOME = '', TMPDIR = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), NODE_COMPILE_CACHE, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { pid: child.pid ?? 0, output: () => output, exited, kill: (signal) => child.kill(signal) };
}

import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { killHard, onAbandon } from './abandon.ts';

/** A server of the project in a separate process, as `npm start` runs it. */
export interface ServerProcess {
  pid: number;
  /** Resolves when the process has ended in any way. */
  ended: Promise<void>;
  /** Stops it gracefully. */
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(import.meta.resolve('@milepost/server/main'));
const START_WITHIN_MS = 90_000;

/**
 * Resolves once devices can connect; rejects with the output of the process if it does not start. `checkout`: the
 * folder of another version of the project, whose server is started instead of this one's.
 */
export async function startServerProcess(
  environment: Record<string, string>,
  checkout?: string,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [checkout ? path.join(checkout, 'server/src/main.ts') : MAIN], {
    env: { ...process.env, DEMO: 'false', ADMIN_PASSWORD: '', DATABASE_URL: '', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const forget = onAbandon(() => killHard(child.pid));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve())).finally(forget);
  let output = '';
  child.stderr.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-4000)));
  await running(child, () => output).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    pid: child.pid ?? 0,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function running(child: ChildProcess, output: () => string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  return new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the server did not start in time: ${output()}`)), START_WITHIN_MS);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the server exited with ${code}: ${output()}`)));
    child.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes('Milepost is running')) resolve();
    });
  }).finally(() => clearTimeout(timer));
}

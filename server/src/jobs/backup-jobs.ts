import { spawn } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { defineJob, type Job } from './define-job.ts';

const PROGRAM = path.join(import.meta.dirname, '../cli/milepost.ts');
/** A backup of years to a slow target. */
const WITHIN_S = 20 * 3600;

type BackupConfig = Pick<Config, 'backup'>;

/** Makes a backup, by `BACKUP_SCHEDULE`. */
export const backUpJob = ({ backup }: BackupConfig): Job<null> => programJob('back-up', 'backup', backup?.schedule);

/** The jobs of backups; those that are not configured are known to the queue without a schedule. */
export const backupJobs = (config: BackupConfig): Job[] => [
  backUpJob(config),
  programJob('verify-backup', 'verify', config.backup?.verifySchedule),
];

/** Runs a command in a process of its own: a large database must not take the memory of devices. */
function programJob(name: string, command: string, cron: string | null | undefined): Job<null> {
  return defineJob({
    name,
    input: z.null(),
    ...(cron && { schedule: { cron, timeZone: 'UTC' } }),
    withinS: WITHIN_S,
    retry: { times: 2, afterS: 600, mostS: 3600 },
    run: ({ logger }, _, { signal }) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [PROGRAM, command], {
          stdio: ['ignore', 'pipe', 'pipe'],
          env: process.env,
        });
        let output = '';
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-10_000)));
        }
        const stop = () => child.kill('SIGTERM');
        signal.addEventListener('abort', stop);
        child.once('error', reject);
        child.once('close', (code, ended) => {
          signal.removeEventListener('abort', stop);
          const lines = output.trim().split('\n');
          if (code === 0) {
            logger.info({ command, output: lines }, 'A command of backups is done');
            resolve();
          } else if (signal.aborted) reject(stopReason(signal));
          else reject(new Error(lines.at(-1) || `milepost ${command} ended by ${ended ?? `code ${code}`}`));
        });
      }),
  });
}

function stopReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

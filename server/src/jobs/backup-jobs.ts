import { spawn } from 'node:child_process';
import path from 'node:path';
import type { BACKUP_RUNS } from '@milepost/contract/server-status';
import { z } from 'zod';
import { readBackupState } from '../backup/backup-state.ts';
import type { Config } from '../config.ts';
import { defineJob, type Job, type JobContext } from './define-job.ts';

const PROGRAM = path.join(import.meta.dirname, '../cli/milepost.ts');
/** A backup of years to a slow target. */
const WITHIN_S = 20 * 3600;
/** A first drill right after the first backup, unless it would take long. */
const FIRST_DRILL_BYTES = 1e9;

type BackupConfig = Pick<Config, 'backup' | 'dataDir'>;
export type BackupRunKind = (typeof BACKUP_RUNS)[number];

const COMMANDS = { backup: 'backup', drill: 'verify' } as const;

/** The program of a kind that runs now. */
interface BackupRun {
  startedAt: Date;
  /** From 0 to 1; null until it is known. */
  part: number | null;
}
const running = new Map<BackupRunKind, BackupRun>();

export const runningBackup = (kind: BackupRunKind): BackupRun | null => running.get(kind) ?? null;

/** Makes a backup, by `BACKUP_SCHEDULE`; and after the first one, a drill, so that a target that is no good is noticed. */
export const backUpJob = (config: BackupConfig): Job<null> =>
  programJob('back-up', 'backup', {
    cron: config.backup?.schedule,
    onDone: async ({ queue }) => {
      const { drill, newest } = await readBackupState(config.dataDir);
      const isWanted = config.backup?.verifySchedule != null && drill === null;
      if (isWanted && newest && newest.bytes < FIRST_DRILL_BYTES) await queue.add(verifyJob(config), null, FIRST);
    },
  });
const FIRST = { key: 'first' };

/** Restores the newest backup for trial, by `BACKUP_VERIFY_SCHEDULE`. */
export const verifyJob = ({ backup }: BackupConfig): Job<null> =>
  programJob('verify-backup', 'drill', { cron: backup?.verifySchedule });

/** The jobs of backups; those that are not configured are known to the queue without a schedule. */
export const backupJobs = (config: BackupConfig): Job[] => [backUpJob(config), verifyJob(config)];

const Progress = z.object({ part: z.number().min(0).max(1) });

interface ProgramOptions {
  cron: string | null | undefined;
  onDone?: (context: JobContext) => Promise<void>;
}

/** Runs a command in a process of its own: a large database must not take the memory of devices. */
function programJob(name: string, kind: BackupRunKind, { cron, onDone }: ProgramOptions): Job<null> {
  const command = COMMANDS[kind];
  return defineJob({
    name,
    input: z.null(),
    ...(cron && { schedule: { cron, timeZone: 'UTC' } }),
    withinS: WITHIN_S,
    retry: { times: 2, afterS: 600, mostS: 3600 },
    isAwaited: true,
    run: async (context, _, { signal }) => {
      const run: BackupRun = { startedAt: new Date(), part: null };
      running.set(kind, run);
      try {
        const output = await runProgram(command, signal, (part) => (run.part = part));
        context.logger.info({ command, output }, 'A command of backups is done');
      } finally {
        running.delete(kind);
      }
      await onDone?.(context);
    },
  });
}

/** @returns the lines of its output */
function runProgram(command: string, signal: AbortSignal, onProgress: (part: number) => void): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, command], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: process.env,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-10_000)));
    }
    child.on('message', (message) => {
      const progress = Progress.safeParse(message);
      if (progress.success) onProgress(progress.data.part);
    });
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop);
    child.once('error', reject);
    child.once('close', (code, ended) => {
      signal.removeEventListener('abort', stop);
      const lines = output.trim().split('\n');
      if (code === 0) resolve(lines);
      else if (signal.aborted) reject(stopReason(signal));
      else reject(failureOf(command, lines.at(-1) || `milepost ${command} ended by ${ended ?? `code ${code}`}`));
    });
  });
}

/** The last line of a command as an error; where it was thrown here explains nothing. */
function failureOf(command: string, line: string): Error {
  const error = new Error(line.replace(/^Fault: /, ''));
  error.stack = `milepost ${command}: ${error.message}`;
  return error;
}

function stopReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

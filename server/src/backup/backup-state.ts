import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { codeOf, sentenceOf } from '../fault.ts';
import type { Backup } from './backup-catalog.ts';

const moment = z.iso.datetime().transform((text) => new Date(text));

/** The results of backups and drills, which the program that makes them leaves to the server. */
export const BackupState = z.object({
  /** Identifies this data directory among those that write to one target. */
  instance: z.string(),
  newest: z
    .object({ id: z.string(), finishedAt: moment, bytes: z.number(), durationS: z.number(), target: z.string() })
    .nullable(),
  /** Backups that failed, ever; and the last one, if none succeeded since. */
  failures: z.number(),
  failure: z.object({ at: moment, reason: z.string() }).nullable(),
  /** The last drill: a backup that was restored elsewhere and compared with its description. */
  drill: z
    .object({
      id: z.string().nullable(),
      at: moment,
      durationS: z.number(),
      /** Null when it succeeded. */
      fault: z.string().nullable(),
      /** The moment to which the log of changes could be replayed. */
      restoredTo: moment.nullable(),
    })
    .nullable(),
  /** The last drill that succeeded. */
  lastGoodDrillAt: moment.nullable(),
  /** Hashes of files that the last drill found damaged in the target; the next backup stores them again. */
  damagedFiles: z.array(z.string()).default([]),
  /** When the secret key was replaced, if no backup was made since: those there are contain the former one. */
  keyChangedAt: moment.nullable().default(null),
});
export type BackupState = z.output<typeof BackupState>;

const stateFile = (dataDir: string) => path.join(dataDir, 'backup-state.json');

/** The state in the data directory; an empty one when there is none or it is damaged. */
export async function readBackupState(dataDir: string): Promise<BackupState> {
  const stored = await readStored(dataDir);
  if (stored !== null) return stored;
  return {
    instance: randomUUID(),
    newest: null,
    failures: 0,
    failure: null,
    drill: null,
    lastGoodDrillAt: null,
    damagedFiles: [],
    keyChangedAt: null,
  };
}

async function readStored(dataDir: string): Promise<BackupState | null> {
  const text = await readFile(stateFile(dataDir), 'utf8').catch((fault: unknown) => {
    if (codeOf(fault) === 'ENOENT') return '{}';
    throw fault;
  });
  return BackupState.safeParse(parseText(text)).data ?? null;
}

/** A state that cannot be written, as on a full disk, must not hide the result itself. */
async function note(dataDir: string, apply: (state: BackupState) => BackupState): Promise<void> {
  await change(dataDir, apply).catch(() => {});
}

async function change(dataDir: string, apply: (state: BackupState) => BackupState): Promise<void> {
  const state = apply(await readBackupState(dataDir));
  const file = stateFile(dataDir);
  const fresh = `${file}.${process.pid}`;
  try {
    await writeFile(fresh, `${JSON.stringify(state, null, 1)}\n`, { mode: 0o600, flush: true });
    await rename(fresh, file);
  } catch (fault) {
    await rm(fresh, { force: true });
    throw fault;
  }
}

/** The identity of this data directory, which is created once. */
export async function ensureInstance(dataDir: string): Promise<string> {
  // It is not written again: a backup must be possible while this disk is full.
  const stored = await readStored(dataDir);
  if (stored !== null) return stored.instance;
  // With a database of the operator's own and SECRET_KEY, there may be none yet.
  await mkdir(dataDir, { recursive: true });
  await change(dataDir, (state) => state);
  return (await readBackupState(dataDir)).instance;
}

export const noteBackup = (dataDir: string, backup: Backup, target: string): Promise<void> =>
  note(dataDir, (state) => ({
    ...state,
    newest: {
      id: backup.id,
      finishedAt: backup.finishedAt,
      bytes: backup.storedBytes,
      durationS: (backup.finishedAt.getTime() - backup.startedAt.getTime()) / 1000,
      target,
    },
    failure: null,
    damagedFiles: [],
    keyChangedAt: state.keyChangedAt !== null && state.keyChangedAt > backup.startedAt ? state.keyChangedAt : null,
  }));

export const noteKeyChange = (dataDir: string): Promise<void> =>
  note(dataDir, (state) => ({ ...state, keyChangedAt: new Date() }));

export const noteFailure = (dataDir: string, reason: string): Promise<void> =>
  note(dataDir, (state) => ({
    ...state,
    failures: state.failures + 1,
    failure: { at: new Date(), reason: sentenceOf(reason) },
  }));

export const noteDrill = (
  dataDir: string,
  drill: NonNullable<BackupState['drill']>,
  damagedFiles: readonly string[] | null,
): Promise<void> =>
  note(dataDir, (state) => ({
    ...state,
    drill,
    // A drill that did not come as far as the files leaves what the one before it found.
    damagedFiles: damagedFiles === null ? state.damagedFiles : [...damagedFiles],
    lastGoodDrillAt: drill.fault === null ? drill.at : state.lastGoodDrillAt,
  }));

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

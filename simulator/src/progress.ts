import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineStopSpan } from './obedient-movement.ts';

/** The fleet's state across a restart. Times in ms since 1970. */
export interface ProgressFile {
  version: 1;
  /** When the fleet was first started. */
  startedMs: number;
  /** The local day of the odometers' first reading. */
  anchorDay: number;
  /** The time up to which each device's reports are acknowledged, by identity. */
  devices: Record<string, number>;
  /** Spans in which engines were stopped by command, by identity; omitted by versions without commands. */
  holds?: Record<string, readonly EngineStopSpan[]>;
}

const FILE = 'progress.json';
const WRITE_EVERY_MS = 5000;

function isProgress(value: unknown): value is ProgressFile {
  if (typeof value !== 'object' || value === null) return false;
  const file = value as Partial<ProgressFile>;
  const isSound = file.version === 1 && Number.isFinite(file.startedMs) && Number.isInteger(file.anchorDay);
  return isSound && typeof file.devices === 'object' && file.devices !== null;
}

/** The fleet's state in a folder; written to a new file that is then renamed, so that it is never incomplete. */
export class Progress {
  readonly state: ProgressFile;
  readonly #folder: string | null;
  #changed = false;
  #writtenAt = 0;

  /**
   * @param folder null: nothing is stored
   * @throws if the folder cannot be created or written
   */
  constructor(folder: string | null, fresh: { nowMs: number; anchorDay: number }) {
    this.#folder = folder;
    this.state = { version: 1, startedMs: fresh.nowMs, anchorDay: fresh.anchorDay, devices: {} };
    if (folder === null) return;
    mkdirSync(folder, { recursive: true });
    const known = this.#read(folder);
    if (known) this.state = known;
    else this.write();
  }

  set(identity: string, ms: number): void {
    if (this.state.devices[identity] === ms) return;
    this.state.devices[identity] = ms;
    this.#changed = true;
  }

  setHolds(identity: string, holds: readonly EngineStopSpan[]): void {
    const known = (this.state.holds ??= {});
    if (JSON.stringify(known[identity] ?? []) === JSON.stringify(holds)) return;
    known[identity] = holds.map((hold) => ({ ...hold }));
    this.#changed = true;
  }

  /** Writes changes, at most every few seconds. */
  writeSometimes(nowMs: number): void {
    if (this.#changed && nowMs - this.#writtenAt >= WRITE_EVERY_MS) this.write();
  }

  write(): void {
    if (this.#folder === null) return;
    const draft = join(this.#folder, `${FILE}.new`);
    writeFileSync(draft, JSON.stringify(this.state));
    renameSync(draft, join(this.#folder, FILE));
    this.#changed = false;
    this.#writtenAt = Date.now();
  }

  /** Null if there is no usable file: the fleet then starts afresh, and the server recognises duplicates. */
  #read(folder: string): ProgressFile | null {
    let text: string;
    try {
      text = readFileSync(join(folder, FILE), 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
    try {
      const value: unknown = JSON.parse(text);
      return isProgress(value) ? value : null;
    } catch {
      return null;
    }
  }
}

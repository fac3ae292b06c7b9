import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hold } from './obedient-movement.ts';

/** What the fleet remembers over a restart. Times in ms since 1970. */
export interface ProgressFile {
  version: 1;
  /** When the fleet was first started. */
  startedMs: number;
  /** The local day on which odometers have their first reading. */
  anchorDay: number;
  /** Up to when each device's reports are acknowledged, by identity. */
  devices: Record<string, number>;
  /** While engines were stopped by command, by identity; left out by runs that knew no commands. */
  holds?: Record<string, readonly Hold[]>;
}

const FILE = 'progress.json';
const WRITE_EVERY_MS = 5000;

function isProgress(value: unknown): value is ProgressFile {
  if (typeof value !== 'object' || value === null) return false;
  const file = value as Partial<ProgressFile>;
  const isSound = file.version === 1 && Number.isFinite(file.startedMs) && Number.isInteger(file.anchorDay);
  return isSound && typeof file.devices === 'object' && file.devices !== null;
}

/** The memory of the fleet in a folder; written whole and then renamed, so that it is never half written. */
export class Progress {
  readonly state: ProgressFile;
  readonly #folder: string | null;
  #changed = false;
  #writtenAt = 0;

  /**
   * @param folder null: nothing is remembered
   * @throws where the folder cannot be made or written
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

  setHolds(identity: string, holds: readonly Hold[]): void {
    const known = (this.state.holds ??= {});
    if (JSON.stringify(known[identity] ?? []) === JSON.stringify(holds)) return;
    known[identity] = holds.map((hold) => ({ ...hold }));
    this.#changed = true;
  }

  /** Writes what changed, at most every few seconds. */
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

  /** Null where there is nothing, or nothing of use: the fleet then begins anew, and the server knows doubles. */
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

import type { ClientFrame } from '@milepost/contract/live';
import type { Scope } from '../store/scope.ts';
import { type Sight, sightOf } from './sight.ts';

export type AlarmWant = (ClientFrame & { t: 'alarms' })['want'];

/** When more alarms than this changed since the browser's last update, all open ones are sent afresh instead. */
const MAX_DUE = 10_000;

/**
 * Reading all open alarms costs as much as thousands of changes, so a browser that requests them repeatedly has to
 * wait.
 */
const SNAPSHOT_EVERY_MS = 1000;

interface ChangedAlarm {
  id: number;
  vehicleId: number;
  organisationId: number;
}

/**
 * The alarms that are still to be sent to one browser. Stores ids, not contents: a slow browser gets the newest state
 * of each, and memory stays bounded.
 */
export class AlarmWatch {
  readonly scope: Pick<Scope, 'organisationIds' | 'limit'>;
  readonly #sight: Sight;
  readonly #allowed: boolean;
  #wanted: AlarmWant = 'none';
  #snapshotDue = false;
  #snapshotAt = 0;
  #due = new Set<number>();
  /** Changes since the open alarms that are about to be sent were read; null when none are. */
  #sinceRead: Set<number> | null = null;

  constructor(scope: Pick<Scope, 'organisationIds' | 'limit'>, allowed: boolean) {
    this.scope = scope;
    this.#sight = sightOf(scope);
    this.#allowed = allowed;
  }

  /** True when this browser displays alarms of the vehicle. */
  sees(organisationId: number, vehicleId: number): boolean {
    return this.#sight(organisationId, vehicleId);
  }

  want(want: AlarmWant): void {
    this.#wanted = this.#allowed ? want : 'none';
    this.#snapshotDue = this.#wanted === 'open';
    this.#due.clear();
  }

  changed(alarm: ChangedAlarm): void {
    if (this.#wanted === 'none' || !this.sees(alarm.organisationId, alarm.vehicleId)) return;
    this.#due.add(alarm.id);
    this.#sinceRead?.add(alarm.id);
    if (this.#due.size > MAX_DUE && this.#wanted === 'open') {
      this.#snapshotDue = true;
      this.#due.clear();
    }
  }

  /** True when all open alarms are to be sent at `now` (epoch milliseconds). */
  isSnapshotDue(now: number): boolean {
    return this.#snapshotDue && Math.abs(now - this.#snapshotAt) >= SNAPSHOT_EVERY_MS;
  }

  /** Called when a read of all open alarms begins for this browser. */
  beginSnapshot(now: number): void {
    this.#snapshotDue = false;
    this.#snapshotAt = now;
    this.#sinceRead = new Set();
  }

  /**
   * Called when the snapshot was sent. Changes since its read are sent once more, because the snapshot contained an
   * older state.
   */
  snapshotSent(): void {
    this.putBack(this.#sinceRead ?? new Set());
    this.#sinceRead = null;
  }

  /** The snapshot could not be sent: schedule it again. */
  retrySnapshot(): void {
    this.#snapshotDue = this.#wanted === 'open';
    this.#snapshotAt = 0;
    this.#sinceRead = null;
  }

  /** These alarms could not be sent: schedule them again. */
  putBack(ids: ReadonlySet<number>): void {
    for (const id of ids) this.#due.add(id);
  }

  /** Returns the changed alarms and clears the list. */
  takeDue(): ReadonlySet<number> {
    const due = this.#due;
    this.#due = new Set();
    return due;
  }
}

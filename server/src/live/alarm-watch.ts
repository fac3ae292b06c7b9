import type { ClientFrame } from '@milepost/contract/live';
import type { Scope } from '../store/scope.ts';
import { type Sight, sightOf } from './sight.ts';

export type AlarmWant = (ClientFrame & { t: 'alarms' })['want'];

/** When more alarms than this changed since the browser last read, all open ones are sent again instead. */
const MOST_DUE = 10_000;

/** Reading all open alarms costs as much as thousands of changes, so a browser that keeps asking has to wait. */
const SNAPSHOT_EVERY_MS = 1000;

interface ChangedAlarm {
  id: number;
  vehicleId: number;
  organisationId: number;
}

/**
 * The alarms that one browser has yet to be sent. It remembers ids, not contents: a slow browser gets the newest state
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

  constructor(scope: Pick<Scope, 'organisationIds' | 'limit'>, allowed: boolean) {
    this.scope = scope;
    this.#sight = sightOf(scope);
    this.#allowed = allowed;
  }

  /** Whether this browser shows alarms of the vehicle. */
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
    if (this.#due.size > MOST_DUE && this.#wanted === 'open') {
      this.#snapshotDue = true;
      this.#due.clear();
    }
  }

  /** Whether all open alarms are to be sent at `now` (epoch milliseconds); asking resets it. */
  takeSnapshotDue(now: number): boolean {
    if (!this.#snapshotDue || Math.abs(now - this.#snapshotAt) < SNAPSHOT_EVERY_MS) return false;
    this.#snapshotDue = false;
    this.#snapshotAt = now;
    return true;
  }

  /** The snapshot could not be sent: make it due again. */
  again(): void {
    this.#snapshotDue = this.#wanted === 'open';
    this.#snapshotAt = 0;
  }

  /** These alarms could not be sent: make them due again. */
  putBack(ids: ReadonlySet<number>): void {
    for (const id of ids) this.#due.add(id);
  }

  /** The alarms that changed; asking clears the list. */
  takeDue(): ReadonlySet<number> {
    const due = this.#due;
    this.#due = new Set();
    return due;
  }
}

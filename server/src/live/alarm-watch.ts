import type { ClientFrame } from '@milepost/contract/live';
import type { Scope } from '../store/scope.ts';
import { type Sight, sightOf } from './sight.ts';

export type AlarmWant = (ClientFrame & { t: 'alarms' })['want'];

/** More alarms than this that changed since a browser read last are told by all open ones anew. */
const MOST_DUE = 10_000;

/** Reading them all costs as much as thousands of changes: a browser that keeps asking has to wait. */
const SNAPSHOT_EVERY_MS = 1000;

interface ChangedAlarm {
  id: number;
  vehicleId: number;
  organisationId: number;
}

/**
 * What one browser has to be told of alarms. It remembers which changed, not what they were: who reads slowly gets the
 * newest of each, and memory stays bounded.
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

  /** Whether alarms of this vehicle are shown. */
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

  /** Whether all open alarms are to be sent at `now` (epoch milliseconds); asking settles it. */
  takeSnapshotDue(now: number): boolean {
    if (!this.#snapshotDue || Math.abs(now - this.#snapshotAt) < SNAPSHOT_EVERY_MS) return false;
    this.#snapshotDue = false;
    this.#snapshotAt = now;
    return true;
  }

  /** It could not be sent: once more. */
  again(): void {
    this.#snapshotDue = this.#wanted === 'open';
    this.#snapshotAt = 0;
  }

  /** These could not be sent: once more. */
  putBack(ids: ReadonlySet<number>): void {
    for (const id of ids) this.#due.add(id);
  }

  /** The alarms that changed; asking settles them. */
  takeDue(): ReadonlySet<number> {
    const due = this.#due;
    this.#due = new Set();
    return due;
  }
}

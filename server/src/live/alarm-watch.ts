import type { ClientFrame } from '@milepost/contract/live';

export type AlarmWant = (ClientFrame & { t: 'alarms' })['want'];

/** More alarms than this that changed since a browser read last are told by all open ones anew. */
const MOST_DUE = 10_000;

interface ChangedAlarm {
  id: number;
  organisationId: number;
}

/**
 * What one browser has to be told of alarms. It remembers which changed, not what they were: who reads slowly gets the
 * newest of each, and memory stays bounded.
 */
export class AlarmWatch {
  readonly organisations: ReadonlySet<number>;
  readonly #allowed: boolean;
  #wanted: AlarmWant = 'none';
  #snapshotDue = false;
  #due = new Set<number>();

  constructor(organisations: ReadonlySet<number>, allowed: boolean) {
    this.organisations = organisations;
    this.#allowed = allowed;
  }

  want(want: AlarmWant): void {
    this.#wanted = this.#allowed ? want : 'none';
    this.#snapshotDue = this.#wanted === 'open';
    this.#due.clear();
  }

  changed(alarm: ChangedAlarm): void {
    if (this.#wanted === 'none' || !this.organisations.has(alarm.organisationId)) return;
    this.#due.add(alarm.id);
    if (this.#due.size > MOST_DUE && this.#wanted === 'open') {
      this.#snapshotDue = true;
      this.#due.clear();
    }
  }

  /** Whether all open alarms are to be sent; asking settles it. */
  takeSnapshotDue(): boolean {
    const due = this.#snapshotDue;
    this.#snapshotDue = false;
    return due;
  }

  /** It could not be sent: once more. */
  again(): void {
    this.#snapshotDue = this.#wanted === 'open';
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

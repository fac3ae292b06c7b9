import type { DriverStop, StopEntry } from '@milepost/contract/driver-link-operations';
import type { DriverSkip, EntryKind } from '@milepost/contract/run-word-kinds';

/** A driver's entry about a stop, in the input of `say-stop-word`. */
export interface DriverEntry {
  key: string;
  outletId: number;
  said: EntryKind;
  /** The time by the clock of this phone. */
  phoneAt: string;
  skip: DriverSkip | null;
  note: string | null;
  delivered: number | null;
  returned: number | null;
  collected: number | null;
  signedBy: string | null;
  signature: number[][] | null;
}

interface OfRun {
  /** Its position in the order, assigned by the store. */
  id: number;
  runId: number;
  outletId: number;
  /** The reason why the server refused it; it is not sent again. */
  refused: string | null;
}

/** An entry that is pending on the phone. */
export type Waiting = OfRun &
  ({ kind: 'word'; word: DriverEntry } | { kind: 'photo'; wordKey: string; key: string; photo: string });

export type NewWaiting = Waiting extends infer One ? (One extends Waiting ? Omit<One, 'id'> : never) : never;

/** The state of the stops once all pending entries are sent; refused ones are ignored. */
export function withWaiting(
  stops: readonly DriverStop[],
  waiting: readonly Waiting[],
  /** The server's clock minus this phone's, ms. */
  offsetMs: number,
): DriverStop[] {
  const byOutlet = Map.groupBy(
    waiting.filter(({ refused }) => refused === null),
    ({ outletId }) => outletId,
  );
  return stops.map((stop) => ({
    ...stop,
    said: (byOutlet.get(stop.outletId) ?? []).reduce((entry, one) => after(entry, one, offsetMs), stop.said),
  }));
}

const EMPTY_ENTRY: StopEntry = {
  arrivedAt: null,
  doneAt: null,
  skippedAt: null,
  skip: null,
  note: null,
  delivered: null,
  returned: null,
  collected: null,
  signedBy: null,
  photos: 0,
};

function after(entry: StopEntry, waiting: Waiting, offsetMs: number): StopEntry {
  if (waiting.kind === 'photo') return { ...entry, photos: entry.photos + 1 };
  const { word } = waiting;
  const at = new Date(Date.parse(word.phoneAt) + offsetMs).toISOString();
  if (word.said === 'taken-back') return EMPTY_ENTRY;
  if (word.said === 'arrived') return { ...entry, arrivedAt: at };
  const { skip, note, delivered, returned, collected, signedBy } = word;
  return {
    arrivedAt: entry.arrivedAt,
    doneAt: word.said === 'done' ? at : null,
    skippedAt: word.said === 'skipped' ? at : null,
    skip,
    note,
    delivered,
    returned,
    collected,
    signedBy,
    photos: 0,
  };
}

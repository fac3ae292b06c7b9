/** The origin of a report. */
export interface Sender {
  /** Without the port, since a device behind one address may use many. */
  address: string;
  network: string;
  /** The TCP connection, of which a device has only one; null when there is none. */
  connection: object | null;
}

/** A sender that returns within this time counts as continuing. */
const TALKS_FOR_MS = 600_000;
/**
 * The number of returns to the other network before two senders are assumed: a phone may change networks and back once.
 */
const RETURNS_WITHOUT_CONNECTION = 2;
const MAX_DEVICES = 500_000;

interface SenderHistory {
  now: Sender;
  before: Sender | null;
  beforeAt: number;
  returns: number;
  returnedAt: number;
}

/**
 * Detects a device that reports from two networks at a time: one sender, another, and the first again. Two senders
 * behind one address look like one.
 */
export class SenderWatch {
  readonly #record = new Map<number, SenderHistory & { at: number }>();

  /** Records one report. Returns the other sender when there clearly are two. */
  record(deviceId: number, sender: Sender, at: number): Sender | null {
    const known = this.#record.get(deviceId);
    if (!known) {
      if (this.#record.size >= MAX_DEVICES) this.#record.clear();
      this.#record.set(deviceId, { now: sender, at, before: null, beforeAt: 0, returns: 0, returnedAt: 0 });
      return null;
    }
    const { now: last, before } = known;
    if (last === sender || last.network === sender.network) {
      known.now = sender;
      known.at = at;
      return null;
    }
    const isBack = before !== null && at - known.beforeAt < TALKS_FOR_MS && isSame(before, sender);
    known.returns = isBack ? (at - known.returnedAt < TALKS_FOR_MS ? known.returns : 0) + 1 : 0;
    if (isBack) known.returnedAt = at;
    known.before = last;
    known.beforeAt = known.at;
    known.now = sender;
    known.at = at;
    const enough = sender.connection === null ? RETURNS_WITHOUT_CONNECTION : 1;
    return known.returns >= enough ? last : null;
  }
}

/** The same connection or, without one, the same network. A new connection is a device that moved. */
const isSame = (one: Sender, other: Sender): boolean =>
  one.connection === other.connection && (one.connection !== null || one.network === other.network);

import type { Lease } from './byte-budget.ts';
import type { DeviceSession } from './device-session.ts';

/** A UDP address that sends datagrams to the gateway. */
export interface Conversation {
  session: DeviceSession;
  /** The number of datagrams that wait for a look-up, and their bytes. */
  queued: number;
  unread: Lease;
  last: Promise<void>;
  receivedAt: number;
  end(): void;
}

const MAX_KNOWN = 20_000;
/** Anybody can send from any number of addresses. */
const MAX_UNKNOWN = 2000;

/**
 * UDP conversations, which nobody closes: they end after a period of silence, those of unknown devices earlier. When a
 * kind has reached its maximum, the one silent for longest ends. Unknown devices never evict known ones.
 */
export class Conversations {
  /** Insertion order is the order of the last contact. */
  readonly #known = new Map<string, Conversation>();
  readonly #unknown = new Map<string, Conversation>();

  get size(): number {
    return this.#known.size + this.#unknown.size;
  }

  get(address: string): Conversation | undefined {
    return this.#known.get(address) ?? this.#unknown.get(address);
  }

  /** Stores a conversation that just received a datagram. */
  store(address: string, conversation: Conversation): void {
    this.#known.delete(address);
    this.#unknown.delete(address);
    const known = conversation.session.deviceId !== null;
    const [kind, most] = known ? [this.#known, MAX_KNOWN] : [this.#unknown, MAX_UNKNOWN];
    kind.set(address, conversation);
    if (kind.size <= most) return;
    for (const oldest of kind.keys()) {
      end(kind, oldest);
      return;
    }
  }

  /** Ends conversations whose last contact is before these times. */
  sweep(knownBefore: number, unknownBefore: number): void {
    sweep(this.#known, knownBefore);
    sweep(this.#unknown, unknownBefore);
  }

  close(): void {
    this.sweep(Infinity, Infinity);
  }
}

function sweep(kind: Map<string, Conversation>, before: number): void {
  for (const [address, { receivedAt: lastSeenAt }] of kind) {
    if (lastSeenAt >= before) return;
    end(kind, address);
  }
}

function end(kind: Map<string, Conversation>, address: string): void {
  const conversation = kind.get(address);
  kind.delete(address);
  conversation?.end();
}

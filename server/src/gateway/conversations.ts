import type { Lease } from './byte-budget.ts';
import type { DeviceSession } from './device-session.ts';

/** A UDP address that sends us datagrams. */
export interface Conversation {
  session: DeviceSession;
  /** Datagrams that wait for a look-up, and their bytes. */
  queued: number;
  unread: Lease;
  last: Promise<void>;
  heardAt: number;
  end(): void;
}

const MAX_KNOWN = 20_000;
/** Anybody can send from as many addresses as there are. */
const MAX_UNKNOWN = 2000;

/**
 * UDP conversations, which nobody closes: they end after a time of silence, those of strangers sooner. Beyond the most of
 * a kind the one silent for longest ends; strangers push out nobody who is known.
 */
export class Conversations {
  /** Insertion order is recency. */
  readonly #known = new Map<string, Conversation>();
  readonly #unknown = new Map<string, Conversation>();

  get size(): number {
    return this.#known.size + this.#unknown.size;
  }

  get(address: string): Conversation | undefined {
    return this.#known.get(address) ?? this.#unknown.get(address);
  }

  /** Keeps a conversation that was just heard. */
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

  /** Ends those heard last before these times. */
  sweep(knownBefore: number, unknownBefore: number): void {
    sweep(this.#known, knownBefore);
    sweep(this.#unknown, unknownBefore);
  }

  close(): void {
    this.sweep(Infinity, Infinity);
  }
}

function sweep(kind: Map<string, Conversation>, before: number): void {
  for (const [address, { heardAt: lastSeenAt }] of kind) {
    if (lastSeenAt >= before) return;
    end(kind, address);
  }
}

function end(kind: Map<string, Conversation>, address: string): void {
  const conversation = kind.get(address);
  kind.delete(address);
  conversation?.end();
}

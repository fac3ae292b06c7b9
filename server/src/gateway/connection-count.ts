import type { GatewayLimits } from './limits.ts';

/** `new`: has not sent an identity, or is being looked up; `unknown`: its identity is not registered. */
export type SenderKind = 'new' | 'unknown' | 'known';

/** A counted connection. */
export interface ConnectionSlot {
  /** Sets who is connected. Each call also counts as a contact. */
  received(speaker: SenderKind): void;
  /** Called when the connection has ended; later calls have no effect. */
  leave(): void;
}

/** The part of the connections open to unknown devices, in total and per address. */
const share = (most: number): number => Math.max(1, most / 4);
/** A connection without an identity after this time can be closed for another when all slots are in use. */
const PATIENCE_MS = 5000;

interface Holder {
  address: string;
  speaker: SenderKind;
  receivedAt: number;
  close: () => void;
}

/** In both maps the insertion order is the order of the last contact. */
class Group {
  size = 0;
  readonly new = new Set<Holder>();
  readonly unknown = new Set<Holder>();

  put(holder: Holder): void {
    if (holder.speaker !== 'known') this[holder.speaker].add(holder);
  }

  take(holder: Holder): void {
    if (holder.speaker !== 'known') this[holder.speaker].delete(holder);
  }
}

/**
 * Counts connections, in total and by address. When all slots are in use, the unknown device that has been silent
 * longest is closed; known devices never are.
 */
export class ConnectionCount {
  readonly #all = new Group();
  readonly #byAddress = new Map<string, Group>();
  readonly #limits: Pick<GatewayLimits, 'maxConnections' | 'maxConnectionsPerAddress'>;

  constructor(limits: Pick<GatewayLimits, 'maxConnections' | 'maxConnectionsPerAddress'>) {
    this.#limits = limits;
  }

  /** Returns null when this connection exceeds the limit. `close` is called when it must make room for another. */
  add(address: string, close: () => void, now = Date.now()): ConnectionSlot | null {
    const { maxConnections, maxConnectionsPerAddress } = this.#limits;
    const here = this.#byAddress.get(address);
    if (here && here.size >= maxConnectionsPerAddress && !this.#makeRoom(here, now)) return null;
    if (this.#all.size >= maxConnections && !this.#makeRoom(this.#all, now)) return null;
    const holder: Holder = { address, speaker: 'new', receivedAt: now, close };
    for (const group of this.#groups(address)) {
      group.size++;
      group.put(holder);
    }
    let isHere = true;
    const leave = () => {
      if (isHere) this.#remove(holder);
      isHere = false;
    };
    holder.close = () => {
      leave();
      close();
    };
    return {
      received: (speaker) => {
        if (isHere && (speaker !== 'known' || holder.speaker !== 'known')) this.#markActive(holder, speaker);
      },
      leave,
    };
  }

  #markActive(holder: Holder, speaker: SenderKind): void {
    const groups = this.#groups(holder.address);
    for (const group of groups) group.take(holder);
    holder.speaker = speaker;
    holder.receivedAt = Date.now();
    for (const group of groups) group.put(holder);
    const { maxConnections, maxConnectionsPerAddress } = this.#limits;
    const [all, here] = groups;
    if (here.unknown.size > share(maxConnectionsPerAddress)) first(here.unknown)?.close();
    if (all.unknown.size > share(maxConnections)) first(all.unknown)?.close();
  }

  /** Returns whether a connection could be closed. */
  #makeRoom(group: Group, now: number): boolean {
    const waiting = first(group.new);
    const leaves = first(group.unknown) ?? (waiting && now - waiting.receivedAt >= PATIENCE_MS ? waiting : undefined);
    leaves?.close();
    return leaves !== undefined;
  }

  #groups(address: string): [Group, Group] {
    let here = this.#byAddress.get(address);
    if (!here) this.#byAddress.set(address, (here = new Group()));
    return [this.#all, here];
  }

  #remove(holder: Holder): void {
    const groups = this.#groups(holder.address);
    for (const group of groups) {
      group.size--;
      group.take(holder);
    }
    if (groups[1].size === 0) this.#byAddress.delete(holder.address);
  }
}

function first(holders: Set<Holder>): Holder | undefined {
  for (const holder of holders) return holder;
  return undefined;
}

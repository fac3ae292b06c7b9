import type { GatewayLimits } from './limits.ts';

/** `new`: has not said who it is, or is being looked up; `stranger`: says to be a device that nobody knows. */
export type Speaker = 'new' | 'stranger' | 'known';

/** A connection that counts. */
export interface ConnectionSlot {
  /** Tells who speaks; each call counts as heard. */
  heardFrom(speaker: Speaker): void;
  /** It ended; later calls do nothing. */
  leave(): void;
}

/** Strangers may hold this part of the connections, in all and of an address. */
const share = (most: number): number => Math.max(1, most / 4);
/** Whoever has not said who it is for so long makes room where all places are taken. */
const PATIENCE_MS = 5000;

interface Holder {
  address: string;
  speaker: Speaker;
  heardAt: number;
  close: () => void;
}

/** Insertion order is recency in both. */
class Group {
  size = 0;
  readonly new = new Set<Holder>();
  readonly stranger = new Set<Holder>();

  put(holder: Holder): void {
    if (holder.speaker !== 'known') this[holder.speaker].add(holder);
  }

  take(holder: Holder): void {
    if (holder.speaker !== 'known') this[holder.speaker].delete(holder);
  }
}

/**
 * Counts connections in all and by address. Where they are all taken, the stranger that was silent for longest makes room;
 * known devices never have to.
 */
export class ConnectionCount {
  readonly #all = new Group();
  readonly #byAddress = new Map<string, Group>();
  readonly #limits: Pick<GatewayLimits, 'maxConnections' | 'maxConnectionsPerAddress'>;

  constructor(limits: Pick<GatewayLimits, 'maxConnections' | 'maxConnectionsPerAddress'>) {
    this.#limits = limits;
  }

  /** Null where this connection would be one too many. `close` is called if it has to make room for another. */
  add(address: string, close: () => void, now = Date.now()): ConnectionSlot | null {
    const { maxConnections, maxConnectionsPerAddress } = this.#limits;
    const here = this.#byAddress.get(address);
    if (here && here.size >= maxConnectionsPerAddress && !this.#makeRoom(here, now)) return null;
    if (this.#all.size >= maxConnections && !this.#makeRoom(this.#all, now)) return null;
    const holder: Holder = { address, speaker: 'new', heardAt: now, close };
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
      heardFrom: (speaker) => {
        if (isHere && (speaker !== 'known' || holder.speaker !== 'known')) this.#markActive(holder, speaker);
      },
      leave,
    };
  }

  #markActive(holder: Holder, speaker: Speaker): void {
    const groups = this.#groups(holder.address);
    for (const group of groups) group.take(holder);
    holder.speaker = speaker;
    holder.heardAt = Date.now();
    for (const group of groups) group.put(holder);
    const { maxConnections, maxConnectionsPerAddress } = this.#limits;
    const [all, here] = groups;
    if (here.stranger.size > share(maxConnectionsPerAddress)) first(here.stranger)?.close();
    if (all.stranger.size > share(maxConnections)) first(all.stranger)?.close();
  }

  /** Whether somebody could be closed. */
  #makeRoom(group: Group, now: number): boolean {
    const waiting = first(group.new);
    const leaves = first(group.stranger) ?? (waiting && now - waiting.heardAt >= PATIENCE_MS ? waiting : undefined);
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

/** A report of a device from a network. */
export interface NetworkSighting {
  network: string;
  deviceId: number;
  identity: string;
  /** Epoch milliseconds. */
  at: number;
}

/** A network counts as a device's home for this long after a report from it. */
export const AT_HOME_FOR_MS = 30 * 86_400_000;
const MAX_SEEN = 200_000;
/** The interval after which the same device and network are recorded again. */
const RENOTE_MS = 3_600_000;

/** The networks (an address; for IPv6 a /64) from which devices recently reported; the newest are retained. */
export class HomeNetworks {
  /** Keyed by network and identity; insertion order is recency. */
  readonly #seen = new Map<string, number>();
  readonly #networks = new Map<string, number>();
  readonly #note: (seen: NetworkSighting) => void;

  /** `note` is called for new entries, and once an hour for each device and network. */
  constructor(note: (seen: NetworkSighting) => void = () => undefined) {
    this.#note = note;
  }

  add(seen: NetworkSighting): void {
    if (this.#put(seen)) this.#note(seen);
  }

  /** Loads stored entries, oldest first. */
  restore(all: readonly NetworkSighting[]): void {
    for (const seen of all) this.#put(seen);
  }

  /** True when this device recently reported from the network. */
  has(network: string, identity: string, now: number): boolean {
    const key = keyOf(network, identity);
    const at = this.#seen.get(key);
    if (at === undefined) return false;
    if (now - at < AT_HOME_FOR_MS) return true;
    this.#forget(key);
    return false;
  }

  /** True when any device did. */
  isHome(network: string, now: number): boolean {
    for (const [oldest, at] of this.#seen) {
      if (now - at < AT_HOME_FOR_MS) break;
      this.#forget(oldest);
    }
    return this.#networks.has(network);
  }

  #put({ network, identity, at }: NetworkSighting): boolean {
    const key = keyOf(network, identity);
    const before = this.#seen.get(key);
    if (before !== undefined && at - before < RENOTE_MS) return false;
    this.#seen.delete(key);
    this.#seen.set(key, at);
    if (before === undefined) this.#networks.set(network, (this.#networks.get(network) ?? 0) + 1);
    if (this.#seen.size > MAX_SEEN) for (const oldest of this.#seen.keys()) return this.#forget(oldest);
    return true;
  }

  #forget(key: string): true {
    this.#seen.delete(key);
    const network = key.slice(0, key.indexOf(' '));
    const left = (this.#networks.get(network) ?? 1) - 1;
    if (left === 0) this.#networks.delete(network);
    else this.#networks.set(network, left);
    return true;
  }
}

const keyOf = (network: string, identity: string): string => `${network} ${identity}`;

import { TokenBucket } from '../token-bucket.ts';

/** The probes of one network, for people. */
export interface ProbeRecord {
  network: string;
  /** Unknown identities that it sent, and the number of refusals since. */
  misses: number;
  refused: number;
  /** Known devices whose reports from this network are stored but not confirmed until nobody probes. */
  waiting: number;
  since: number;
  lastAt: number;
  /** Epoch milliseconds; in the past when it may send another one. */
  limitedUntil: number;
}

/** A burst of ten unknown identities, then one every six seconds. */
const BURST = 10;
const FIRST_WAIT_MS = 6000;
/** The wait doubles with every 20 further ones, up to ten minutes; half of them are forgiven after six quiet hours. */
const DOUBLES_AFTER = 20;
const LONGEST_WAIT_MS = 600_000;
const HALVES_AFTER_MS = 6 * 3_600_000;
/** The limit shared by all networks from which no known device reported. */
const ALL_A_SECOND = 2;
const ALL_BURST_S = 300;

const MAX_NETWORKS = 10_000;
/** Identities that a network may send again at no cost, because devices that wait for adoption retry. */
const MAX_TRIED = 1000;
/** The maximum of deferred devices counted per network, each for this long after its last report. */
const MAX_WAITING = 10_000;
const WAITING_FOR_MS = 10 * 60_000;

interface Network {
  tokens: number;
  at: number;
  misses: number;
  refused: number;
  since: number;
  lastAt: number;
  tried: Set<string>;
  /** Deferred devices, with the time of their last report. */
  putOff: Map<number, number>;
}

/**
 * Makes probing identities hopeless: a network (an address; for IPv6, a /64) that sent too many unknown ones learns
 * only at a limited rate that further ones are unknown.
 *
 * An operator may have thousands of honest devices behind one address, so only unknown identities count, each once
 * however often it is sent.
 */
export class ProbeLimit {
  /** Insertion order is recency. */
  readonly #networks = new Map<string, Network>();
  readonly #all = new TokenBucket({ perSecond: ALL_A_SECOND, most: ALL_A_SECOND * ALL_BURST_S });
  #allUntil = 0;

  /** True when this network may learn that this identity is unknown. `isHome`: known devices report from it. */
  mayProbe(network: string, identity: string, isHome: boolean, now: number): boolean {
    const held = this.#networks.get(network);
    if (held?.tried.has(identity)) return true;
    return !this.isProbedFrom(network, now) && (isHome || this.#allUntil <= now);
  }

  /** True when the network sent more unknown identities than allowed. */
  isProbedFrom(network: string, now: number): boolean {
    const held = this.#networks.get(network);
    if (!held) return false;
    refill(held, now);
    return held.tokens < 1;
  }

  /** Counts an identity whose network learnt that it is unknown; each one once. */
  missed(network: string, identity: string, isHome: boolean, now: number): void {
    const entry = this.#open(network, now);
    if (entry.tried.has(identity)) return;
    refill(entry, now);
    entry.tokens--;
    entry.misses++;
    entry.lastAt = now;
    entry.tried.add(identity);
    if (entry.tried.size > MAX_TRIED) dropOldest(entry.tried);
    if (!isHome && !this.#all.allow(1, now)) this.#allUntil = now + 1000 / ALL_A_SECOND;
  }

  /**
   * Counts a refused probe, for people only. It has no other effect: a penalty for answers that reveal nothing would
   * itself reveal who is known, and a phone that retries would delay its neighbours.
   */
  refused(network: string, now: number): void {
    const entry = this.#open(network, now);
    entry.refused++;
    entry.lastAt = now;
  }

  /** Records a deferred known device, for people only. */
  putOff(network: string, deviceId: number, now: number): void {
    const { putOff } = this.#open(network, now);
    putOff.delete(deviceId);
    putOff.set(deviceId, now);
    if (putOff.size > MAX_WAITING) dropOldest(putOff);
  }

  /** Networks that sent more than a handful, the most active first. */
  list(now: number): ProbeRecord[] {
    return [...this.#networks]
      .filter(([, { misses, refused }]) => refused > 0 || misses >= BURST - 1)
      .map(([network, entry]) => {
        refill(entry, now);
        const { misses, refused, since, lastAt, tokens, putOff } = entry;
        const isLimited = tokens < 1;
        const limitedUntil = isLimited ? now + (1 - tokens) * waitOf(entry) : now;
        const waiting = isLimited ? [...putOff.values()].filter((at) => now - at < WAITING_FOR_MS).length : 0;
        return { network, misses: Math.round(misses), refused, waiting, since, lastAt, limitedUntil };
      })
      .toSorted((a, b) => b.refused + b.misses - a.refused - a.misses);
  }

  /** The entry of a network, moved to the end, since a network that keeps probing must not be evicted. */
  #open(network: string, now: number): Network {
    const entry = this.#networks.get(network) ?? newNetwork(now);
    this.#networks.delete(network);
    this.#networks.set(network, entry);
    if (this.#networks.size > MAX_NETWORKS) dropOldest(this.#networks);
    return entry;
  }
}

const newNetwork = (now: number): Network => ({
  tokens: BURST,
  at: now,
  misses: 0,
  refused: 0,
  since: now,
  lastAt: now,
  tried: new Set(),
  putOff: new Map(),
});

const waitOf = ({ misses }: Network): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.floor(misses / DOUBLES_AFTER));

function refill(entry: Network, now: number): void {
  const elapsedMs = Math.max(0, now - entry.at);
  entry.tokens = Math.min(BURST, entry.tokens + elapsedMs / waitOf(entry));
  entry.misses *= 0.5 ** (elapsedMs / HALVES_AFTER_MS);
  entry.at = now;
}

function dropOldest<Key>(of: Map<Key, unknown> | Set<Key>): void {
  for (const key of of.keys()) {
    of.delete(key);
    return;
  }
}

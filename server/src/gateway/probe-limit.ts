import { FrameRate } from './limits.ts';

/** What one network tried, for people. */
export interface ProbeRecord {
  network: string;
  /** Unknown identities that it named, and how often it was turned away since. */
  misses: number;
  refused: number;
  /** Known devices that are stored from there, but not told so until nobody guesses. */
  waiting: number;
  since: number;
  lastAt: number;
  /** Epoch milliseconds; in the past where it may name another. */
  limitedUntil: number;
}

/** Ten unknown identities at once, then one in six seconds. */
const BURST = 10;
const FIRST_WAIT_MS = 6000;
/** The wait doubles with every 20 further ones, up to ten minutes; half of them are forgiven in six quiet hours. */
const DOUBLES_AFTER = 20;
const LONGEST_WAIT_MS = 600_000;
const HALVES_AFTER_MS = 6 * 3_600_000;
/** Of all networks together that no known device reported from. */
const ALL_A_SECOND = 2;
const ALL_BURST_S = 300;

const MAX_NETWORKS = 10_000;
/** Identities that a network may name again at no cost: devices that wait to be adopted go on asking. */
const MAX_TRIED = 1000;
/** Devices that a network keeps waiting are counted up to here, each for so long after its last report. */
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
  /** Devices that were put off, and when last. */
  putOff: Map<number, number>;
}

/**
 * Makes guessing identities hopeless. A network (an address; of IPv6 a /64) that named too many unknown ones learns only
 * at a limited rate that further ones are unknown.
 *
 * Behind one address of an operator are thousands of honest devices. Only unknown identities count, each once however
 * often it comes.
 */
export class ProbeLimit {
  /** Insertion order is recency. */
  readonly #networks = new Map<string, Network>();
  readonly #all = new FrameRate(ALL_A_SECOND, ALL_BURST_S);
  #allUntil = 0;

  /** Whether this network may be told that nobody knows this identity. Known devices report from a home. */
  mayProbe(network: string, identity: string, isHome: boolean, now: number): boolean {
    const held = this.#networks.get(network);
    if (held?.tried.has(identity)) return true;
    return !this.isProbedFrom(network, now) && (isHome || this.#allUntil <= now);
  }

  /** Whether more unknown identities came from there than may. */
  isProbedFrom(network: string, now: number): boolean {
    const held = this.#networks.get(network);
    if (!held) return false;
    refill(held, now);
    return held.tokens < 1;
  }

  /** Counts an identity of which the network was told that it is unknown; each one once. */
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
   * Counts a guess that was told nothing, for people alone. It changes nothing else: what an answer that says nothing
   * costs would tell who is known, and a phone that asks again would keep its neighbours waiting.
   */
  refused(network: string, now: number): void {
    const entry = this.#open(network, now);
    entry.refused++;
    entry.lastAt = now;
  }

  /** Notes a known device that was not told, for people alone. */
  putOff(network: string, deviceId: number, now: number): void {
    const { putOff } = this.#open(network, now);
    putOff.delete(deviceId);
    putOff.set(deviceId, now);
    if (putOff.size > MAX_WAITING) dropOldest(putOff);
  }

  /** Networks that named more than a handful, the most eager first. */
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

  /** What is held of a network, as the newest: who goes on guessing must not be forgotten. */
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

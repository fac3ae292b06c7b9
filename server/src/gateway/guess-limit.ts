import { FrameRate } from './limits.ts';

/** What one network tried, for people. */
export interface Guessing {
  network: string;
  /** Unknown identities that it named, and how often it was turned away since. */
  misses: number;
  refused: number;
  since: number;
  lastAt: number;
  /** Epoch milliseconds; in the past where it may name another. */
  limitedUntil: number;
}

/** So many unknown identities at once, then one in six seconds … */
const BURST = 10;
const FIRST_WAIT_MS = 6000;
/** … which doubles with each of so many more, up to ten minutes; a quiet network is forgiven half of them in six hours. */
const DOUBLES_AFTER = 20;
const LONGEST_WAIT_MS = 600_000;
const HALVES_AFTER_MS = 6 * 3_600_000;
/** Of all networks together that no known device reported from; of datagrams, whose sender anybody can write, apart. */
const ALL_A_SECOND = 2;
const ALL_BURST_S = 300;

const MAX_NETWORKS = 10_000;
/** Identities that a network may name again at no cost: devices that wait to be adopted go on asking. */
const MAX_TRIED = 1000;
const MAX_PROVED = 200_000;
const PROVED_FOR_MS = 30 * 86_400_000;
const REFRESH_MS = 3_600_000;

interface Network {
  tokens: number;
  at: number;
  misses: number;
  refused: number;
  since: number;
  lastAt: number;
  tried: Set<string>;
}

/** How an identity came: a connection proves the address of its network, a datagram does not. */
export type Carrier = 'connection' | 'datagram';

class Allowance {
  exhaustedUntil = 0;
  readonly #rate = new FrameRate(ALL_A_SECOND, ALL_BURST_S);

  take(now: number): void {
    if (!this.#rate.allow(1, now)) this.exhaustedUntil = now + 1000 / ALL_A_SECOND;
  }
}

/**
 * Makes the guessing of identities hopeless. A network (an address; of IPv6 a /64) that named too many unknown ones gets
 * the same answer for all that did not report from there before, known or not, so that the limit tells nothing either.
 *
 * Behind one address of an operator are thousands of honest devices. Only unknown
 * identities count, each once however often it comes; devices that reported from there during the last 30 days are not
 * felt by whatever their neighbours do; and what is vouched for otherwise (a secret, an identity of 128 random bits, one
 * that a person just adopted) passes too. A known device that comes to a network for the first time while somebody
 * guesses there has to wait for a gap.
 */
export class GuessLimit {
  /** Insertion order is recency in both. */
  readonly #networks = new Map<string, Network>();
  readonly #proved = new Map<string, number>();
  readonly #provedNetworks = new Map<string, number>();
  readonly #all = { connection: new Allowance(), datagram: new Allowance() };

  /** Whether this identity may be looked up for somebody from there. */
  mayAsk(network: string, identity: string, now: number, by: Carrier = 'connection'): boolean {
    if (this.isProved(network, identity, now)) return true;
    const held = this.#networks.get(network);
    if (held?.tried.has(identity)) return true;
    if (held) refill(held, now);
    const isOpen =
      (held?.tokens ?? BURST) >= 1 && (this.#all[by].exhaustedUntil <= now || this.#provedNetworks.has(network));
    if (!isOpen) {
      const entry = held ?? this.#open(network, now);
      entry.refused++;
      entry.lastAt = now;
    }
    return isOpen;
  }

  /** An identity that may not report from there: it counts once. */
  missed(network: string, identity: string, now: number, by: Carrier = 'connection'): void {
    const entry = this.#networks.get(network) ?? this.#open(network, now);
    if (entry.tried.has(identity)) return;
    refill(entry, now);
    entry.tokens--;
    entry.misses++;
    entry.lastAt = now;
    entry.tried.add(identity);
    if (entry.tried.size > MAX_TRIED) dropOldest(entry.tried);
    if (!this.#provedNetworks.has(network)) this.#all[by].take(now);
    this.#networks.delete(network);
    this.#networks.set(network, entry);
  }

  /** A known device that may report from there. */
  proved(network: string, identity: string, now: number): void {
    const key = `${network} ${identity}`;
    const at = this.#proved.get(key);
    if (at !== undefined && now - at < REFRESH_MS) return;
    this.#proved.delete(key);
    this.#proved.set(key, now);
    if (at === undefined) this.#provedNetworks.set(network, (this.#provedNetworks.get(network) ?? 0) + 1);
    if (this.#proved.size <= MAX_PROVED) return;
    for (const oldest of this.#proved.keys()) return this.#forget(oldest);
  }

  /** Networks that named more than a handful, the most eager first. */
  list(now: number): Guessing[] {
    return [...this.#networks]
      .filter(([, { misses, refused }]) => refused > 0 || misses >= BURST - 1)
      .map(([network, entry]) => {
        refill(entry, now);
        const { misses, refused, since, lastAt, tokens } = entry;
        const limitedUntil = tokens >= 1 ? now : now + (1 - tokens) * waitOf(entry);
        return { network, misses: Math.round(misses), refused, since, lastAt, limitedUntil };
      })
      .toSorted((a, b) => b.refused + b.misses - a.refused - a.misses);
  }

  #open(network: string, now: number): Network {
    const fresh = { tokens: BURST, at: now, misses: 0, refused: 0, since: now, lastAt: now, tried: new Set<string>() };
    this.#networks.set(network, fresh);
    if (this.#networks.size > MAX_NETWORKS) dropOldest(this.#networks);
    return fresh;
  }

  /** Whether this device reported from there during the last days. */
  isProved(network: string, identity: string, now: number): boolean {
    const key = `${network} ${identity}`;
    const at = this.#proved.get(key);
    if (at === undefined) return false;
    if (now - at < PROVED_FOR_MS) return true;
    this.#forget(key);
    return false;
  }

  /** Whether any device reported from there during the last days. */
  isHome(network: string): boolean {
    return this.#provedNetworks.has(network);
  }

  #forget(key: string): void {
    this.#proved.delete(key);
    const network = key.slice(0, key.indexOf(' '));
    const left = (this.#provedNetworks.get(network) ?? 1) - 1;
    if (left === 0) this.#provedNetworks.delete(network);
    else this.#provedNetworks.set(network, left);
  }
}

const waitOf = ({ misses }: Network): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.floor(misses / DOUBLES_AFTER));

function refill(entry: Network, now: number): void {
  const elapsedMs = Math.max(0, now - entry.at);
  entry.tokens = Math.min(BURST, entry.tokens + elapsedMs / waitOf(entry));
  entry.misses *= 0.5 ** (elapsedMs / HALVES_AFTER_MS);
  entry.at = now;
}

function dropOldest(of: Map<string, unknown> | Set<string>): void {
  for (const key of of.keys()) {
    of.delete(key);
    return;
  }
}

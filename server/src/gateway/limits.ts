import { TokenBucket } from '../token-bucket.ts';

/** The limits of one gateway, so that no known or unknown device can exhaust it. */
export interface GatewayLimits {
  maxConnections: number;
  maxConnectionsPerAddress: number;
  /** A connection that is silent for this long is closed. */
  idleS: number;
  /** The same before its first bytes. */
  firstBytesS: number;
  /** From its first bytes until it must have identified itself. */
  loginS: number;
  /** Time for an unknown device to report a position. */
  unknownPlaceS: number;
  /** A UDP conversation with an unknown device ends after this much silence. */
  unknownIdleS: number;
  /** Frames a second of one device, over ten seconds; a faster device is read more slowly, not refused. */
  maxFramesPerSecond: number;
  /** The number of unreadable frames in a row after which a connection is closed. */
  maxFaultsInRow: number;
}

export const DEFAULT_LIMITS: GatewayLimits = {
  maxConnections: 20_000,
  maxConnectionsPerAddress: 5_000,
  idleS: 1800,
  firstBytesS: 30,
  loginS: 30,
  unknownPlaceS: 300,
  unknownIdleS: 120,
  maxFramesPerSecond: 500,
  maxFaultsInRow: 20,
};

/**
 * Counts frames for `DeviceRates`. A large frame counts as one for each 256 bytes, because it takes as much to decode
 * and store.
 */
export const frameCount = (frames: number, bytes: number): number => Math.max(frames, bytes / 256);

/** The length of a burst in seconds. */
const BURST_S = 10;
const newRate = (perSecond: number) => new TokenBucket({ perSecond, most: perSecond * BURST_S });

/** A bucket refills in ten seconds, so identities that were silent longer need no entry. */
const MAX_NAMES = 20_000;

/**
 * The rate of each known device, over all its connections and addresses. Unknown devices are not counted here, because
 * they can appear in any number. A deferred identity, however, has the rate of one device; otherwise an identity that
 * is never too fast would be known to be unregistered.
 */
export class DeviceRates {
  readonly #rates = new Map<number, TokenBucket>();
  /** The rates of deferred identities; insertion order is recency. */
  readonly #names = new Map<string, TokenBucket>();
  readonly #perSecond: number;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /**
   * True when the device may send this many frames now (epoch milliseconds), which are then counted. For transports
   * that cannot be read more slowly: excess frames are dropped, and the device sends them again.
   */
  allow(device: number | string, now: number, frames = 1): boolean {
    return this.#of(device).allow(frames, now);
  }

  /** Counts frames that were read. Returns the milliseconds to wait before reading more. */
  wait(device: number | string, now: number, frames: number): number {
    return this.#of(device).take(frames, now);
  }

  #of(device: number | string): TokenBucket {
    if (typeof device === 'string') return this.#rateOfName(device);
    let rate = this.#rates.get(device);
    if (!rate) this.#rates.set(device, (rate = newRate(this.#perSecond)));
    return rate;
  }

  #rateOfName(name: string): TokenBucket {
    const rate = this.#names.get(name) ?? newRate(this.#perSecond);
    this.#names.delete(name);
    this.#names.set(name, rate);
    for (const oldest of this.#names.keys()) {
      if (this.#names.size <= MAX_NAMES) break;
      this.#names.delete(oldest);
    }
    return rate;
  }
}

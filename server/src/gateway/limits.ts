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
  strangerPlaceS: number;
  /** A UDP conversation with an unknown device ends after this much silence. */
  strangerIdleS: number;
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
  strangerPlaceS: 300,
  strangerIdleS: 120,
  maxFramesPerSecond: 500,
  maxFaultsInRow: 20,
};

/**
 * Counts frames for `DeviceRates`. A large frame counts as one for each 256 bytes, because it takes as much to decode
 * and store.
 */
export const frameCount = (frames: number, bytes: number): number => Math.max(frames, bytes / 256);

/** A token bucket: `take` returns the milliseconds to wait before reading more. */
export class FrameRate {
  #tokens: number;
  #at = 0;
  readonly #perSecond: number;
  readonly #most: number;

  constructor(perSecond: number, burstS = 10) {
    this.#perSecond = perSecond;
    this.#most = perSecond * burstS;
    this.#tokens = this.#most;
  }

  take(frames: number, now: number): number {
    this.#fill(now);
    this.#tokens -= frames;
    return this.#wait();
  }

  /** Milliseconds until the bucket is no longer overdrawn. */
  owed(now: number): number {
    this.#fill(now);
    return this.#wait();
  }

  /** Takes the frames if the bucket contains enough; returns whether it did. */
  allow(frames: number, now: number): boolean {
    this.#fill(now);
    // A frame larger than the bucket passes when the bucket is full.
    if (this.#tokens < Math.min(frames, this.#most)) return false;
    this.#tokens -= frames;
    return true;
  }

  #fill(now: number): void {
    if (this.#at > 0) {
      // The device must not be delayed when the clock is set back.
      const elapsedS = Math.max(0, now - this.#at) / 1000;
      this.#tokens = Math.min(this.#most, this.#tokens + elapsedS * this.#perSecond);
    }
    this.#at = now;
  }

  #wait(): number {
    return this.#tokens >= 0 ? 0 : Math.ceil((-this.#tokens / this.#perSecond) * 1000);
  }
}

/** A bucket refills in ten seconds, so identities that were silent longer need no entry. */
const MAX_NAMES = 20_000;

/**
 * The rate of each known device, over all its connections and addresses. Unknown devices are not counted here, because
 * they can appear in any number. A deferred identity, however, has the rate of one device; otherwise an identity that
 * is never too fast would be known to be unregistered.
 */
export class DeviceRates {
  readonly #rates = new Map<number, FrameRate>();
  /** The rates of deferred identities; insertion order is recency. */
  readonly #names = new Map<string, FrameRate>();
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

  #of(device: number | string): FrameRate {
    if (typeof device === 'string') return this.#rateOfName(device);
    let rate = this.#rates.get(device);
    if (!rate) this.#rates.set(device, (rate = new FrameRate(this.#perSecond)));
    return rate;
  }

  #rateOfName(name: string): FrameRate {
    const rate = this.#names.get(name) ?? new FrameRate(this.#perSecond);
    this.#names.delete(name);
    this.#names.set(name, rate);
    for (const oldest of this.#names.keys()) {
      if (this.#names.size <= MAX_NAMES) break;
      this.#names.delete(oldest);
    }
    return rate;
  }
}

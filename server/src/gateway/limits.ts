/** What one gateway accepts, so that no device and no stranger can take it from the others. */
export interface GatewayLimits {
  maxConnections: number;
  maxConnectionsPerAddress: number;
  /** A connection that sends nothing for so long is closed. */
  idleS: number;
  /** The same before its first bytes. */
  firstBytesS: number;
  /** From its first bytes until it must have said who it is. */
  loginS: number;
  /** One that says to be a device nobody knows has so long to report a place. */
  strangerPlaceS: number;
  /** A UDP conversation with nobody we know ends after so long a silence. */
  strangerIdleS: number;
  /** Frames a second of one device, over ten seconds; a faster one is read more slowly, not refused. */
  maxFramesPerSecond: number;
  /** Unreadable frames in a row after which a connection is closed. */
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

/** Frames for `DeviceRates`: large ones count as one for each 256 bytes, for they take as much to decode and store. */
export const frameCount = (frames: number, bytes: number): number => Math.max(frames, bytes / 256);

/** Token bucket: `take` says how many milliseconds to wait before reading more. */
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

  /** Milliseconds until what was taken is made up for. */
  owed(now: number): number {
    this.#fill(now);
    return this.#wait();
  }

  /** Whether so much is there; it is taken if so. */
  allow(frames: number, now: number): boolean {
    this.#fill(now);
    // A frame that counts more than all there can be goes when the bucket is full.
    if (this.#tokens < Math.min(frames, this.#most)) return false;
    this.#tokens -= frames;
    return true;
  }

  #fill(now: number): void {
    if (this.#at > 0) {
      // A clock that was put back must not make the device wait for it.
      const elapsedS = Math.max(0, now - this.#at) / 1000;
      this.#tokens = Math.min(this.#most, this.#tokens + elapsedS * this.#perSecond);
    }
    this.#at = now;
  }

  #wait(): number {
    return this.#tokens >= 0 ? 0 : Math.ceil((-this.#tokens / this.#perSecond) * 1000);
  }
}

/** A bucket is full again after ten seconds: of names that long were not heard, nothing has to be kept. */
const MAX_NAMES = 20_000;

/**
 * What each known device may send, over however many connections and addresses. Strangers are not counted here: there
 * are as many as they like. But who is put off together with known devices has the rate of one, by the name that it says;
 * else who is never too fast would be seen to be nobody.
 */
export class DeviceRates {
  readonly #rates = new Map<number, FrameRate>();
  /** Of those who are put off like devices; insertion order is recency. */
  readonly #names = new Map<string, FrameRate>();
  readonly #perSecond: number;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /**
   * Whether the device may send one more frame, or so many, now (epoch milliseconds); counts it if so. For where there is
   * no connection to be read more slowly: beyond it frames are dropped, and the device sends them again.
   */
  allow(device: number | string, now: number, frames = 1): boolean {
    return this.#of(device).allow(frames, now);
  }

  /** Counts frames that were read; says how many milliseconds to wait before reading more. */
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

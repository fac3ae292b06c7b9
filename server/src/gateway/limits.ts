/** What one gateway accepts, so that no device and no stranger can take it from the others. */
export interface GatewayLimits {
  maxConnections: number;
  maxConnectionsPerAddress: number;
  /** A connection that sends nothing for so long is closed. */
  idleS: number;
  /** Frames a second of one device, over ten seconds; a faster one is read more slowly, not refused. */
  maxFramesPerSecond: number;
  /** Unreadable frames in a row after which a connection is closed. */
  maxFaultsInRow: number;
}

export const DEFAULT_LIMITS: GatewayLimits = {
  maxConnections: 20_000,
  maxConnectionsPerAddress: 5_000,
  idleS: 1800,
  maxFramesPerSecond: 500,
  maxFaultsInRow: 20,
};

/** Counts connections in all and by address. */
export class ConnectionCount {
  #all = 0;
  readonly #byAddress = new Map<string, number>();
  readonly #limits: GatewayLimits;

  constructor(limits: GatewayLimits) {
    this.#limits = limits;
  }

  /** False where this connection would be one too many; otherwise it counts until `remove`. */
  add(address: string): boolean {
    const here = this.#byAddress.get(address) ?? 0;
    if (this.#all >= this.#limits.maxConnections || here >= this.#limits.maxConnectionsPerAddress) return false;
    this.#all++;
    this.#byAddress.set(address, here + 1);
    return true;
  }

  remove(address: string): void {
    const here = (this.#byAddress.get(address) ?? 1) - 1;
    this.#all--;
    if (here === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, here);
  }

  get all(): number {
    return this.#all;
  }
}

/** Token bucket: `take` says how many milliseconds to wait before reading more. */
export class FrameRate {
  #tokens: number;
  #at = 0;
  readonly #perSecond: number;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond * 10;
  }

  take(frames: number, now: number): number {
    if (this.#at > 0) {
      // A clock that was put back must not make the device wait for it.
      const elapsedS = Math.max(0, now - this.#at) / 1000;
      this.#tokens = Math.min(this.#perSecond * 10, this.#tokens + elapsedS * this.#perSecond);
    }
    this.#at = now;
    this.#tokens -= frames;
    return this.#tokens >= 0 ? 0 : Math.ceil((-this.#tokens / this.#perSecond) * 1000);
  }
}

/**
 * What each known device may send where there is no connection to be read more slowly (UDP, requests): beyond it frames
 * are dropped, and the device sends them again. Strangers are not counted here: there are as many as they like.
 */
export class DeviceRates {
  readonly #buckets = new Map<number, { tokens: number; at: number }>();
  readonly #perSecond: number;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Whether the device may send one more frame now (epoch milliseconds); counts it if so. */
  allow(deviceId: number, now: number): boolean {
    const most = this.#perSecond * 10;
    const held = this.#buckets.get(deviceId);
    const elapsedS = held ? Math.max(0, now - held.at) / 1000 : 0;
    const tokens = held ? Math.min(most, held.tokens + elapsedS * this.#perSecond) : most;
    const allowed = tokens >= 1;
    this.#buckets.set(deviceId, { tokens: allowed ? tokens - 1 : tokens, at: now });
    return allowed;
  }
}

import { TokenBucket } from '../token-bucket.ts';
import { frameCount } from './limits.ts';

/**
 * The worst frames take about 50 ms of processor time per megabyte to decode. Unknown devices together therefore get a
 * twentieth of the processor, those of one network half of that: what they send beyond it waits, and known devices are
 * not affected. TCP, UDP and HTTP each have a rate of their own, so that a flood of one does not block the others.
 */
const BYTES_A_SECOND = 1024 * 1024;
const BYTES_A_SECOND_PER_NETWORK = 512 * 1024;
const BYTES_A_MS = 20_000;
/**
 * The limit of the extra time charged for a read that took longer than its bytes explain; crafted bytes take up to 190
 * ms a read.
 */
const MAX_OVERRUN_MS = 100;
/** A small burst: while it is decoded nothing else is received, and new connections are accepted only in between. */
const BURST_S = 0.1;
/** Bytes that would have to wait longer are refused. */
const LONGEST_WAIT_MS = 5000;
const MAX_NETWORKS = 10_000;
/**
 * Units of 256 bytes a second that are still read from an exhausted network with known devices, and from all such
 * networks.
 */
const SPARED_A_SECOND_PER_NETWORK = 64;
const SPARED_A_SECOND = 256;
const SPARED_BURST_S = 4;

const newBucket = (perSecond: number, burstS: number) => new TokenBucket({ perSecond, most: perSecond * burstS });

/** Limits the bytes a second that are read from senders other than known devices. */
export class UnknownDeviceRate {
  readonly #all = newBucket(BYTES_A_SECOND, BURST_S);
  readonly #byNetwork = new Map<string, TokenBucket>();
  readonly #spared = newBucket(SPARED_A_SECOND, SPARED_BURST_S);
  readonly #sparedByNetwork = new Map<string, TokenBucket>();

  /** Milliseconds to wait before these bytes may be read, which are then counted; null when they must not be read. */
  wait(network: string, bytes: number, now: number): number | null {
    const here = this.#of(network);
    if (Math.max(this.#all.owed(now), here.owed(now)) > LONGEST_WAIT_MS) return null;
    return Math.max(this.#all.take(bytes, now), here.take(bytes, now));
  }

  /** True when this network has sent so much that nothing more is read. */
  exhausted(network: string, now: number): boolean {
    return this.#of(network).owed(now) > LONGEST_WAIT_MS;
  }

  /** True when these bytes may be read immediately, which are then counted. */
  allow(network: string, bytes: number, now: number): boolean {
    const here = this.#of(network);
    if (Math.max(this.#all.owed(now), here.owed(now)) > 0) return false;
    this.#all.take(bytes, now);
    here.take(bytes, now);
    return true;
  }

  /** Charges the processor time that reading these bytes took. */
  took(network: string, bytes: number, cpuMs: number, now: number): void {
    const overrunMs = Math.min(MAX_OVERRUN_MS, cpuMs - bytes / BYTES_A_MS - 1);
    if (overrunMs <= 0) return;
    this.#all.take(overrunMs * BYTES_A_MS, now);
    this.#of(network).take(overrunMs * BYTES_A_MS, now);
  }

  /**
   * True when a request of an exhausted network may still be read, which is then counted: it may come from a known
   * device.
   */
  spare(network: string, bytes: number, now: number): boolean {
    let here = this.#sparedByNetwork.get(network);
    if (!here) {
      if (this.#sparedByNetwork.size >= MAX_NETWORKS) this.#sparedByNetwork.clear();
      this.#sparedByNetwork.set(network, (here = newBucket(SPARED_A_SECOND_PER_NETWORK, SPARED_BURST_S)));
    }
    const count = frameCount(1, bytes);
    return here.allow(count, now) && this.#spared.allow(count, now);
  }

  #of(network: string): TokenBucket {
    let rate = this.#byNetwork.get(network);
    if (rate) return rate;
    // Clearing the map helps nobody: opening connections from so many addresses takes longer than the penalties last.
    if (this.#byNetwork.size >= MAX_NETWORKS) this.#byNetwork.clear();
    this.#byNetwork.set(network, (rate = newBucket(BYTES_A_SECOND_PER_NETWORK, BURST_S)));
    return rate;
  }
}

import { frameCount, FrameRate } from './limits.ts';

/**
 * The worst frames take some 50 ms of the processor a megabyte to decode. So strangers together get a twentieth of it, those
 * of one network half of that: what they send beyond waits, and known devices do not notice. TCP, UDP and HTTP each have
 * such a rate of their own, so that a flood of one does not block the others.
 */
const BYTES_A_SECOND = 1024 * 1024;
const BYTES_A_SECOND_PER_NETWORK = 512 * 1024;
const BYTES_A_MS = 20_000;
/** A read that took longer than its bytes explain counts for that; crafted bytes take up to 190 ms a read. */
const MOST_OVERRUN_MS = 100;
/** Little at once: while it is decoded nobody is heard, and a new connection is accepted only in between. */
const BURST_S = 0.1;
/** What would have to wait longer is refused. */
const LONGEST_WAIT_MS = 5000;
const MAX_NETWORKS = 10_000;
/** Units of 256 bytes a second that are still read from an exhausted network of known devices, and from all of these. */
const SPARED_A_SECOND_PER_NETWORK = 64;
const SPARED_A_SECOND = 256;
const SPARED_BURST_S = 4;

/** How many bytes of connections and datagrams that are not those of a known device are read in a second. */
export class UnknownDeviceRate {
  readonly #all = new FrameRate(BYTES_A_SECOND, BURST_S);
  readonly #byNetwork = new Map<string, FrameRate>();
  readonly #spared = new FrameRate(SPARED_A_SECOND, SPARED_BURST_S);
  readonly #sparedByNetwork = new Map<string, FrameRate>();

  /** Milliseconds to wait before these bytes may be read, which then count; null where they must not be. */
  wait(network: string, bytes: number, now: number): number | null {
    const here = this.#of(network);
    if (Math.max(this.#all.owed(now), here.owed(now)) > LONGEST_WAIT_MS) return null;
    return Math.max(this.#all.take(bytes, now), here.take(bytes, now));
  }

  /** Whether this network has sent so much that nothing more is looked at. */
  exhausted(network: string, now: number): boolean {
    return this.#of(network).owed(now) > LONGEST_WAIT_MS;
  }

  /** Whether these bytes may be read at once, which then count. */
  allow(network: string, bytes: number, now: number): boolean {
    const here = this.#of(network);
    if (Math.max(this.#all.owed(now), here.owed(now)) > 0) return false;
    this.#all.take(bytes, now);
    here.take(bytes, now);
    return true;
  }

  /** To read so many bytes took so much of the processor. */
  took(network: string, bytes: number, cpuMs: number, now: number): void {
    const overrunMs = Math.min(MOST_OVERRUN_MS, cpuMs - bytes / BYTES_A_MS - 1);
    if (overrunMs <= 0) return;
    this.#all.take(overrunMs * BYTES_A_MS, now);
    this.#of(network).take(overrunMs * BYTES_A_MS, now);
  }

  /** Whether a request of an exhausted network may be read all the same, which then counts: it may be a known device's. */
  spare(network: string, bytes: number, now: number): boolean {
    let here = this.#sparedByNetwork.get(network);
    if (!here) {
      if (this.#sparedByNetwork.size >= MAX_NETWORKS) this.#sparedByNetwork.clear();
      this.#sparedByNetwork.set(network, (here = new FrameRate(SPARED_A_SECOND_PER_NETWORK, SPARED_BURST_S)));
    }
    const count = frameCount(1, bytes);
    return here.allow(count, now) && this.#spared.allow(count, now);
  }

  #of(network: string): FrameRate {
    let rate = this.#byNetwork.get(network);
    if (rate) return rate;
    // Forgetting everybody lets nobody off for longer than it took to come by so many addresses.
    if (this.#byNetwork.size >= MAX_NETWORKS) this.#byNetwork.clear();
    this.#byNetwork.set(network, (rate = new FrameRate(BYTES_A_SECOND_PER_NETWORK, BURST_S)));
    return rate;
  }
}

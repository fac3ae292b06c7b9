const SAMPLES = 4096;

/** Counts the activity of this process's devices. */
export class Stats {
  connected = 0;
  connects = 0;
  sent = 0;
  acked = 0;
  resent = 0;
  failures = 0;
  #latencies: number[] = [];
  #seen = 0;

  /** Records the milliseconds from sending a message to its acknowledgement. */
  latency(ms: number): void {
    this.#seen += 1;
    if (this.#latencies.length < SAMPLES) this.#latencies.push(ms);
    else this.#latencies[this.#seen % SAMPLES] = ms;
  }

  /** Returns percentiles of the latencies since the last call, ms; null if there were none. */
  takeLatencies(): { p50: number; p95: number; p99: number } | null {
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    this.#latencies = [];
    this.#seen = 0;
    const part = (p: number): number => Math.round((sorted[Math.floor(p * (sorted.length - 1))] ?? 0) * 10) / 10;
    return sorted.length === 0 ? null : { p50: part(0.5), p95: part(0.95), p99: part(0.99) };
  }
}

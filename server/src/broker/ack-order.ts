/** The time for which the first of several acknowledgements may block the others. */
export const STUCK_AFTER_MS = 60_000;

/**
 * Acknowledgements to a broker, in the order of their messages (MQTT 3.1.1, 4.6). Many devices share the connection, so
 * a message that is not stored although later ones are must not block those for ever: it is skipped, and the broker
 * sends it again.
 */
export class AckOrder {
  readonly #send: (bytes: Uint8Array) => void;
  #waiting: { bytes: Uint8Array; stored: boolean; size: number; at: number }[] = [];
  #bytes = 0;
  /** The acknowledgements of one commit are sent together. */
  #isDue = false;

  constructor(send: (bytes: Uint8Array) => void) {
    this.#send = send;
  }

  /** The number of unacknowledged messages, and their bytes. */
  get messages(): number {
    return this.#waiting.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Reserves a position; call the result once the message is stored. `size`: its bytes. */
  expect(bytes: Uint8Array, size: number, at: number): () => void {
    const place = { bytes, stored: false, size, at };
    this.#waiting.push(place);
    this.#bytes += size;
    return () => {
      place.stored = true;
      if (this.#isDue) return;
      this.#isDue = true;
      queueMicrotask(() => this.#flush());
    };
  }

  /** Skips messages that block later ones; returns their number. */
  skipStuck(now: number): number {
    let skipped = 0;
    for (;;) {
      const [first] = this.#waiting;
      const isStuck = first && now - first.at >= STUCK_AFTER_MS && this.#waiting.some(({ stored }) => stored);
      if (!isStuck) return skipped;
      this.#drop(1);
      skipped += 1;
      this.#flush();
    }
  }

  #flush(): void {
    this.#isDue = false;
    const pending = this.#waiting.findIndex(({ stored }) => !stored);
    const ready = pending < 0 ? this.#waiting.length : pending;
    const done = this.#waiting.slice(0, ready);
    this.#drop(ready);
    if (done.length > 0) this.#send(Buffer.concat(done.map(({ bytes }) => bytes)));
  }

  #drop(count: number): void {
    for (const { size } of this.#waiting.splice(0, count)) this.#bytes -= size;
  }
}

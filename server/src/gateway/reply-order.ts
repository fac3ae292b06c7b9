/**
 * Sends acknowledgements in the order of their frames: a stored frame's acknowledgement waits for those before it,
 * because devices rely on the order of a stream.
 */
export class ReplyOrder {
  readonly #send: (bytes: Uint8Array) => void;
  #waiting: { bytes: Uint8Array | null; stored: boolean }[] = [];

  constructor(send: (bytes: Uint8Array) => void) {
    this.#send = send;
  }

  /** Reserves a position for the acknowledgement of a frame; call the result once the frame is stored. */
  expect(bytes: Uint8Array | null): () => void {
    const entry = { bytes, stored: false };
    this.#waiting.push(entry);
    return () => {
      entry.stored = true;
      // Nearly always, this is the only waiting acknowledgement.
      if (this.#waiting.length === 1 && this.#waiting[0] === entry) {
        this.#waiting.pop();
        if (bytes) this.#send(bytes);
      } else this.#flush();
    };
  }

  #flush(): void {
    let ready = 0;
    for (const { stored, bytes } of this.#waiting) {
      if (!stored) break;
      ready++;
      if (bytes) this.#send(bytes);
    }
    if (ready === this.#waiting.length) this.#waiting = [];
    else if (ready > 0) this.#waiting.splice(0, ready);
  }
}

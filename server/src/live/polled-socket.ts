import type { LiveSocket } from './live-socket.ts';

interface Waiting {
  text: string;
  bytes: number;
  done: (error?: Error | null) => void;
}

/** Bytes of one reply; the rest waits for the next. Larger than any frame, so at least one always fits. */
const MAX_BYTES = 1024 * 1024;

/**
 * Replaces the WebSocket of a browser that cannot open one: frames are queued until it calls. A reply is repeated until
 * the next call acknowledges it, so that none is lost.
 */
export class PolledSocket implements LiveSocket {
  readonly OPEN = 1;
  readyState = 1;
  #waiting: Waiting[] = [];
  #given: { number: number; frames: Waiting[] } = { number: 0, frames: [] };
  #bytes = 0;
  readonly #onClosed: () => void;

  constructor(onClosed: () => void) {
    this.#onClosed = onClosed;
  }

  get bufferedAmount(): number {
    return this.#bytes;
  }

  send(text: string, done: Waiting['done'] = () => {}): void {
    const bytes = Buffer.byteLength(text);
    this.#bytes += bytes;
    this.#waiting.push({ text, bytes, done });
  }

  /** Returns the queued frames. @param seen the number of the last reply that arrived */
  take(seen: number): { number: number; frames: string[] } {
    if (seen === this.#given.number) {
      const arrived = this.#given.frames;
      this.#given = { number: seen + 1, frames: [] };
      for (const { bytes } of arrived) this.#bytes -= bytes;
      // These callbacks may send more frames, which are included in this reply.
      for (const { done } of arrived) done();
      let size = 0;
      const upTo = this.#waiting.findIndex(({ bytes }, at) => (size += bytes) > MAX_BYTES && at > 0);
      this.#given.frames = this.#waiting.splice(0, upTo === -1 ? this.#waiting.length : upTo);
    }
    return { number: this.#given.number, frames: this.#given.frames.map(({ text }) => text) };
  }

  close(): void {
    if (this.readyState !== this.OPEN) return;
    this.readyState = 3;
    this.#waiting = [];
    this.#onClosed();
  }

  terminate(): void {
    this.close();
  }
}

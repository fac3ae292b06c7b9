import type { LiveSocket } from './live-socket.ts';

interface Waiting {
  text: string;
  bytes: number;
  done: (error?: Error | null) => void;
}

/** Bytes of one answer; what is over waits for the next. Larger than a frame: one always goes. */
const MOST_BYTES = 1024 * 1024;

/**
 * Stands for the WebSocket of a browser whose socket is refused on the way: frames wait until it calls for them. An answer is
 * given again until the next call says that it arrived, so that none is lost with it.
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

  /** The frames that wait. @param seen the number of the last answer that arrived */
  take(seen: number): { number: number; frames: string[] } {
    if (seen === this.#given.number) {
      const arrived = this.#given.frames;
      this.#given = { number: seen + 1, frames: [] };
      for (const { bytes } of arrived) this.#bytes -= bytes;
      // These may send more, which goes with this answer.
      for (const { done } of arrived) done();
      let size = 0;
      const upTo = this.#waiting.findIndex(({ bytes }, at) => (size += bytes) > MOST_BYTES && at > 0);
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

import type { Socket } from 'node:net';

/** The number of requests that a phone with a backlog sends without waiting for replies. */
const MAX_AT_ONCE = 12;

/**
 * The requests of one connection, which a client may pipeline. A few are served concurrently, in the order of arrival,
 * and the connection is paused while more wait. Node parses all requests of a chunk (64 KiB at most), so a few may wait
 * besides those being served.
 */
export class RequestQueue {
  readonly #socket: Socket;
  #underWay = 0;
  #waiting: (() => void)[] = [];

  constructor(socket: Socket) {
    this.#socket = socket;
    // Reading a request's body resumes the connection; this is called before any more is read.
    socket.on('resume', () => this.#pauseIfFull());
    socket.once('close', () => {
      this.#waiting = [];
    });
  }

  /** True when a new request has to wait. */
  get isFull(): boolean {
    return this.#underWay >= MAX_AT_ONCE;
  }

  /** Starts `serve` when its turn comes, or never if the connection closes before. */
  run(serve: () => Promise<void>): void {
    const start = () => {
      this.#underWay++;
      void serve().finally(() => {
        this.#underWay--;
        this.#next();
      });
    };
    if (this.isFull) this.#waiting.push(start);
    else start();
    this.#pauseIfFull();
  }

  #next(): void {
    this.#waiting.shift()?.();
    if (!this.isFull && !this.#socket.destroyed) this.#socket.resume();
  }

  #pauseIfFull(): void {
    if (this.isFull && !this.#socket.destroyed) this.#socket.pause();
  }
}

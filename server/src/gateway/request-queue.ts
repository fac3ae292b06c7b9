import type { Socket } from 'node:net';

/** As many as a phone with a backlog sends without waiting for answers. */
const MAX_AT_ONCE = 12;

/**
 * The requests of one connection, which a client may send without waiting for the answers: some are served at a time, in
 * the order of their coming, and while more wait the connection is not read. Node hands over all the requests of one
 * piece that it read (64 KiB at most), so a few may wait besides those being served.
 */
export class RequestQueue {
  readonly #socket: Socket;
  #underWay = 0;
  #waiting: (() => void)[] = [];

  constructor(socket: Socket) {
    this.#socket = socket;
    // Reading the body of a request resumes the connection; this is called before any more is read.
    socket.on('resume', () => this.#pauseIfFull());
    socket.once('close', () => {
      this.#waiting = [];
    });
  }

  /** Whether a request that comes now has to wait. */
  get isFull(): boolean {
    return this.#underWay >= MAX_AT_ONCE;
  }

  /** Starts this when its turn has come, or never where the connection closes before. */
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

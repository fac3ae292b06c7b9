import { connect, type Socket } from 'node:net';
import type { AnswerReader, Dialect } from './dialect.ts';

export interface DeviceOptions {
  imei: string;
  host: string;
  port: number;
  dialect: Dialect;
  /** Called when a frame was acknowledged; it began with report `first` and was last sent at `sentAt`. */
  onAcknowledged?: (first: number, sentAt: number) => void;
  /** Called with a command; the device replies a moment later if the connection lasts that long. Null for no reply. */
  onCommand?: (text: string) => { text: string; afterMs: number } | null;
  /** Called when the server sent data that a device would not understand. */
  onFault: (fault: string) => void;
}

/**
 * A simulated device: stores reports until they are acknowledged, and resends them on the next connection. Reports are
 * numbered, so it stores only two numbers.
 */
export class BenchDevice {
  /** The number of acknowledged reports, counted from 0. */
  acknowledged = 0;
  /** The number of reports measured so far; it sends whole frames of them. */
  produced = 0;
  readonly imei: string;
  readonly dialect: Dialect;
  readonly #options: DeviceOptions;
  #socket: Socket | null = null;
  #accepted = false;
  #sent = 0;
  /** The times at which the unacknowledged frames were written to the socket, oldest first. */
  #sentAt: number[] = [];

  constructor(options: DeviceOptions) {
    this.#options = options;
    this.imei = options.imei;
    this.dialect = options.dialect;
  }

  get accepted(): boolean {
    return this.#accepted;
  }

  /** True if everything sent has been acknowledged. */
  get idle(): boolean {
    return this.#sent === this.acknowledged;
  }

  /** Connects, and reconnects until `stop`. */
  start(): void {
    const { host, port } = this.#options;
    const socket = connect({ host, port, noDelay: true });
    const reader = this.dialect.newReader();
    this.#socket = socket;
    socket.on('connect', () => socket.write(this.dialect.login(this.imei)));
    socket.on('data', (chunk) => this.#read(reader, chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#accepted = false;
      this.#sent = this.acknowledged;
      this.#sentAt = [];
      setTimeout(() => this.#socket === socket && this.start(), 200);
    });
  }

  /** Sends the measured reports, up to the window. */
  pump(): void {
    if (!this.#accepted) return;
    const { reportsPerFrame, window } = this.dialect;
    const until = Math.min(this.produced, this.acknowledged + window);
    const frames: Uint8Array[] = [];
    for (; this.#sent + reportsPerFrame <= until; this.#sent += reportsPerFrame) {
      frames.push(this.dialect.frame(this.imei, this.#sent));
      this.#sentAt.push(performance.now());
    }
    if (frames.length > 0) this.#socket?.write(frames.length === 1 ? (frames[0] ?? '') : Buffer.concat(frames));
  }

  stop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#accepted = false;
    socket?.destroy();
  }

  #read(reader: AnswerReader, chunk: Uint8Array): void {
    reader.push(chunk, {
      accepted: () => {
        this.#accepted = true;
      },
      acknowledged: (token) => this.#acknowledge(token),
      commanded: (text, answer) => {
        const reply = this.#options.onCommand?.(text);
        const socket = this.#socket;
        if (reply) setTimeout(() => this.#socket === socket && socket?.write(answer(reply.text)), reply.afterMs);
      },
    });
    this.pump();
  }

  #acknowledge(token: number): void {
    const { protocol, reportsPerFrame } = this.dialect;
    const first = this.acknowledged;
    const expected = protocol === 'gt06' ? first & 0xffff : reportsPerFrame;
    const sentAt = this.#sentAt.shift();
    if (sentAt === undefined || token !== expected) {
      this.#options.onFault(`${this.imei}: acknowledgement ${token} where ${expected} was due`);
      return;
    }
    this.acknowledged += reportsPerFrame;
    this.#options.onAcknowledged?.(first, sentAt);
  }
}

import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { backoffMs } from './backoff.ts';
import type { Conversation, Reply } from './conversation.ts';
import type { Order } from './order.ts';
import type { Outbox } from './outbox.ts';
import type { Report } from './report.ts';
import type { Stats } from './stats.ts';

export interface DeviceOptions {
  host: string;
  port: number;
  newConversation: () => Conversation;
  outbox: Outbox;
  stats: Stats;
  /** Phones open a connection when they have something to say; trackers stay connected. */
  staysConnected: boolean;
  /** Does what it is told and measures anew; where left out, commands are answered and nothing else. */
  obey?: (order: Order) => Report | null;
  /** Milliseconds without the acknowledgement that is due, after which the connection is given up. */
  ackTimeoutMs?: number;
  /** Factor on all waiting times before a new attempt; 1 where left out. */
  haste?: number;
}

interface InFlight {
  ticket: number;
  reports: readonly Report[];
  sentAt: number;
}

const ACK_TIMEOUT_MS = 40_000;
const HEARTBEAT_MS = 180_000;

/** A device on the network: connects, logs in, sends and waits for acknowledgements, and tries again when that fails. */
export class Device {
  readonly #options: DeviceOptions;
  #socket: Socket | null = null;
  #conversation: Conversation | null = null;
  #ready = false;
  #inFlight: InFlight[] = [];
  #failures = 0;
  #retry: NodeJS.Timeout | null = null;
  #wanted = false;
  #last: Report | null = null;
  #lastSentAt = 0;

  constructor(options: DeviceOptions) {
    this.#options = options;
  }

  /** Lets the device be on the network from now on. */
  start(): void {
    this.#wanted = true;
    if (this.#socket === null && this.#retry === null) this.#connect();
  }

  /** Takes the device off the network: switched off, or out of coverage. What is under way will be sent again. */
  stop(): void {
    this.#wanted = false;
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = null;
    this.#socket?.destroy();
    this.#lost();
  }

  get isOn(): boolean {
    return this.#wanted;
  }

  /** Reports that were sent and are not acknowledged. */
  get unacknowledged(): number {
    return this.#inFlight.reduce((sum, message) => sum + message.reports.length, 0);
  }

  /** A new measurement: into the memory, and out at once where that is possible. */
  report(report: Report): void {
    this.#last = report;
    this.#options.outbox.add(report);
    this.pump();
  }

  /** Sends what may be sent now. */
  pump(): void {
    if (!this.#wanted) return;
    if (this.#socket === null) {
      if (this.#retry === null) this.#connect();
      return;
    }
    const { outbox, stats } = this.#options;
    const conversation = this.#conversation;
    if (!this.#ready || !conversation || this.#socket.writableNeedDrain) return;
    this.#socket.cork();
    while (this.#inFlight.length < conversation.maxInFlight) {
      const reports = outbox.take(conversation.maxBatch, Date.now());
      if (reports.length === 0) break;
      const { bytes, ticket } = conversation.encode(reports);
      this.#inFlight.push({ ticket, reports, sentAt: performance.now() });
      this.#socket.write(bytes);
      this.#lastSentAt = Date.now();
      stats.sent += reports.length;
    }
    this.#socket.uncork();
  }

  /** To be called every few seconds: gives up a dead connection, keeps a quiet one alive. */
  tick(nowMs: number): void {
    const oldest = this.#inFlight[0];
    if (oldest && performance.now() - oldest.sentAt > (this.#options.ackTimeoutMs ?? ACK_TIMEOUT_MS)) {
      this.#fail();
      return;
    }
    if (!this.#ready || !this.#last || nowMs - this.#lastSentAt < HEARTBEAT_MS) return;
    const bytes = this.#conversation?.heartbeat(this.#last);
    if (bytes) this.#socket?.write(bytes);
    this.#lastSentAt = nowMs;
  }

  #connect(): void {
    const { host, port, newConversation, stats } = this.#options;
    const socket = connect({ host, port, noDelay: true });
    const conversation = newConversation();
    this.#socket = socket;
    this.#conversation = conversation;
    socket.setTimeout(ACK_TIMEOUT_MS, () => {
      // Nothing was answered to the connection or the login; later silence is the acknowledgement's business.
      if (socket === this.#socket && !this.#ready) this.#fail();
    });
    socket.on('connect', () => {
      stats.connects += 1;
      stats.connected += 1;
      socket.once('close', () => (stats.connected -= 1));
      const hello = conversation.hello();
      this.#lastSentAt = Date.now();
      if (hello) socket.write(hello);
      else this.#setReady();
    });
    socket.on('data', (chunk) => {
      if (socket === this.#socket) this.#receive(conversation, chunk);
    });
    socket.on('drain', () => this.pump());
    // The reason does not matter to a device: `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (socket === this.#socket) this.#fail();
    });
  }

  #setReady(): void {
    this.#ready = true;
    this.pump();
  }

  #receive(conversation: Conversation, chunk: Uint8Array): void {
    for (const said of conversation.read(chunk)) {
      if (said.kind === 'ready') this.#setReady();
      else if (said.kind === 'command') this.#obey(said);
      else if (said.kind === 'ack') this.#acked(said.ticket);
      else {
        this.#fail();
        return;
      }
    }
    this.pump();
  }

  #obey({ order, answer }: Extract<Reply, { kind: 'command' }>): void {
    const now = this.#options.obey?.(order) ?? this.#last;
    this.#socket?.write(answer(now));
  }

  #acked(ticket: number): void {
    const index = this.#inFlight.findIndex((message) => message.ticket === ticket);
    const message = this.#inFlight[index];
    if (!message) return;
    this.#inFlight.splice(index, 1);
    this.#failures = 0;
    const { outbox, stats } = this.#options;
    outbox.acked(message.reports);
    stats.acked += message.reports.length;
    stats.latency(performance.now() - message.sentAt);
  }

  /** The connection is lost or useless: again later. A phone whose idle connection was closed just has none. */
  #fail(): void {
    const idle = this.#ready && this.#inFlight.length === 0 && !this.#options.staysConnected;
    this.#socket?.destroy();
    this.#lost();
    if (!this.#wanted || idle) return;
    this.#failures += 1;
    this.#options.stats.failures += 1;
    const waitMs = backoffMs(this.#failures, Math.random()) / (this.#options.haste ?? 1);
    this.#retry = setTimeout(() => {
      this.#retry = null;
      if (this.#wanted && this.#socket === null) this.#connect();
    }, waitMs);
  }

  #lost(): void {
    const reports = this.#inFlight.flatMap((message) => message.reports);
    this.#options.stats.resent += reports.length;
    this.#options.outbox.putBack(reports);
    this.#inFlight = [];
    this.#socket = null;
    this.#conversation = null;
    this.#ready = false;
  }
}

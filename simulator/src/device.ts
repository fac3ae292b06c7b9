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
  /** Phones connect only to send something; trackers remain connected. */
  isPersistent: boolean;
  /** Executes a command and returns a new measurement; if omitted, commands are only answered. */
  obey?: (order: Order) => Report | null;
  /** Milliseconds without an expected acknowledgement after which the connection is dropped. */
  ackTimeoutMs?: number;
  /** Factor for all waiting times before a new attempt; 1 if omitted. */
  haste?: number;
}

interface InFlight {
  ticket: number;
  reports: readonly Report[];
  sentAt: number;
}

const ACK_TIMEOUT_MS = 40_000;
const HEARTBEAT_MS = 180_000;

/** A device on the network: connects, logs in, sends and waits for acknowledgements, and retries after a failure. */
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

  /** Puts the device on the network from now on. */
  start(): void {
    this.#wanted = true;
    if (this.#socket === null && this.#retry === null) this.#connect();
  }

  /** Takes the device off the network: switched off, or out of coverage. Unacknowledged reports will be resent. */
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

  /** The number of reports that were sent and are not yet acknowledged. */
  get unacknowledged(): number {
    return this.#inFlight.reduce((sum, message) => sum + message.reports.length, 0);
  }

  /** Stores a new measurement, and sends it immediately if possible. */
  report(report: Report): void {
    this.#last = report;
    this.#options.outbox.add(report);
    this.pump();
  }

  /** Sends the reports that may be sent now. */
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

  /** Must be called every few seconds: drops a dead connection, keeps an idle one alive. */
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
      // The connection or the login was not answered; later silence is covered by the acknowledgement timeout.
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
    for (const reply of conversation.read(chunk)) {
      if (reply.kind === 'ready') this.#setReady();
      else if (reply.kind === 'command') this.#obey(reply);
      else if (reply.kind === 'ack') this.#acked(reply.ticket);
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

  /** The connection is lost or useless: retries later. A phone whose idle connection was closed simply has none. */
  #fail(): void {
    const idle = this.#ready && this.#inFlight.length === 0 && !this.#options.isPersistent;
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

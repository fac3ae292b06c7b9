import { connect } from 'node:net';
import { serialize } from 'node:v8';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { OwnerAddress } from '../store/ingest/owners.ts';
import { joinLink, type LinkConnection } from './link-connection.ts';
import { KIND, numbersOf } from './link-frames.ts';
import { type Answer, type Receiver, type SentSubmission, submitSent } from './sent-submission.ts';

/** Something to send, in the order of arrival. */
export interface Outgoing {
  messages: number;
  bytes: number;
  /** Null when it is not to be sent here any more. */
  sent(): SentSubmission | null;
}

/** The way from a gateway to ingest. */
export interface OwnerLink {
  readonly isOpen: boolean;
  /** True when everything that was sent is answered. */
  readonly isIdle: boolean;
  /** The messages that were sent and are not answered. */
  readonly sentMessages: number;
  add(one: Outgoing): void;
  /** Replaces what waits to be sent. */
  restart(all: Outgoing[]): void;
  /** Sends what ingest has room for. */
  pump(): void;
  close(): void;
}

interface OwnerLinkOptions extends OwnerAddress {
  key: Uint8Array;
  logger: Logger;
  /** Called with the numbers of submissions. */
  onAnswer(answer: Answer, numbers: readonly number[]): void;
  /** What was sent and not answered has to be sent again, by `restart`. */
  onClosed(): void;
  onOpened(): void;
}

const MAX_SUBMISSIONS = 50;
const MAX_FRAME_BYTES = 256 * 1024;
const RETRY_MS = 200;
/** The start of the link: what ingest then allows comes with its first frame. */
const NO_CREDIT = { messages: 0, bytes: 0 };
const Credit = z.object({ messages: z.int().positive(), bytes: z.int().positive() });
const ANSWERS: Readonly<Record<number, Answer>> = {
  [KIND.stored]: 'stored',
  [KIND.dropped]: 'dropped',
  [KIND.refused]: 'refused',
};

/** The connection of a gateway to one process that stores positions, made again whenever it broke. */
export class RemoteLink implements OwnerLink {
  readonly #options: OwnerLinkOptions;
  #connection: LinkConnection | null = null;
  #isOpen = false;
  #credit = NO_CREDIT;
  #outbox: Outgoing[] = [];
  /** What was sent on this connection and is not answered, by number. */
  readonly #unanswered = new Map<number, Pick<Outgoing, 'messages' | 'bytes'>>();
  readonly #load = { messages: 0, bytes: 0 };
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: OwnerLinkOptions) {
    this.#options = options;
    this.#connect();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isIdle(): boolean {
    return this.#unanswered.size === 0;
  }

  get sentMessages(): number {
    return this.#load.messages;
  }

  add(one: Outgoing): void {
    this.#outbox.push(one);
  }

  restart(all: Outgoing[]): void {
    this.#outbox = all;
  }

  pump(): void {
    if (!this.#isOpen || this.#outbox.length === 0) return;
    let taken = 0;
    let some: SentSubmission[] = [];
    let bytes = 0;
    const flush = () => {
      if (some.length > 0) this.#connection?.send(KIND.submit, serialize(some));
      [some, bytes] = [[], 0];
    };
    for (const one of this.#outbox) {
      if (this.#load.messages >= this.#credit.messages || this.#load.bytes >= this.#credit.bytes) break;
      taken += 1;
      const sent = one.sent();
      if (!sent) continue;
      some.push(sent);
      bytes += one.bytes;
      this.#load.messages += one.messages;
      this.#load.bytes += one.bytes;
      this.#unanswered.set(sent[0], one);
      if (some.length >= MAX_SUBMISSIONS || bytes >= MAX_FRAME_BYTES) flush();
    }
    flush();
    this.#outbox = taken === this.#outbox.length ? [] : this.#outbox.slice(taken);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#retry) clearTimeout(this.#retry);
    this.#connection?.end();
  }

  #connect(): void {
    const { host, port, key, logger, onOpened, onClosed } = this.#options;
    this.#retry = null;
    const socket = connect({ host, port, noDelay: true });
    this.#connection = joinLink(socket, 'gateway', key, {
      opened: () => {
        this.#isOpen = true;
        logger.info({ host, port }, 'Connected to a process that stores positions');
        onOpened();
      },
      frame: (kind, body) => this.#take(kind, body),
      closed: (reason) => {
        const wasOpen = this.#isOpen;
        this.#isOpen = false;
        this.#connection = null;
        this.#credit = NO_CREDIT;
        this.#unanswered.clear();
        Object.assign(this.#load, NO_CREDIT);
        if (this.#isClosed) return;
        if (wasOpen)
          logger.warn({ host, port, reason }, 'The connection to a process that stores positions has ended; retrying');
        else logger.debug({ host, port, reason }, 'A process that stores positions cannot be reached; retrying');
        this.#retry = setTimeout(() => this.#connect(), RETRY_MS);
        onClosed();
      },
    });
  }

  #take(kind: number, body: Buffer): void {
    if (kind === KIND.credit) this.#credit = Credit.parse(JSON.parse(body.toString()));
    const answer = ANSWERS[kind];
    if (answer === undefined) return this.pump();
    const numbers = numbersOf(body);
    for (const number of numbers) {
      const one = this.#unanswered.get(number);
      if (!one) continue;
      this.#unanswered.delete(number);
      this.#load.messages -= one.messages;
      this.#load.bytes -= one.bytes;
    }
    this.#options.onAnswer(answer, numbers);
    this.pump();
  }
}

/** The way to ingest in this process, without bytes in between. */
export class LocalLink implements OwnerLink {
  readonly isOpen = true;
  readonly #receiver: Receiver;
  readonly #onAnswer: (answer: Answer, numbers: readonly number[]) => void;
  #outbox: Outgoing[] = [];
  #sent = 0;

  constructor(receiver: Receiver, onAnswer: (answer: Answer, numbers: readonly number[]) => void) {
    this.#receiver = receiver;
    this.#onAnswer = onAnswer;
  }

  get isIdle(): boolean {
    return this.#sent === 0;
  }

  get sentMessages(): number {
    return this.#sent;
  }

  add(one: Outgoing): void {
    this.#outbox.push(one);
  }

  restart(all: Outgoing[]): void {
    this.#outbox = all;
  }

  pump(): void {
    const all = this.#outbox;
    this.#outbox = [];
    for (const one of all) {
      const sent = one.sent();
      if (!sent) continue;
      this.#sent += one.messages;
      submitSent(sent, this.#receiver, (answer, number) => {
        this.#sent -= one.messages;
        this.#onAnswer(answer, [number]);
      });
    }
  }

  close(): void {
    this.#outbox = [];
  }
}

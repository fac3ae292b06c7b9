import type { Socket } from 'node:net';
import { reasonOf } from '../fault.ts';
import {
  ANSWER_BYTES,
  answerGreeting,
  checkProof,
  CONFIRMATION_BYTES,
  confirmAnswer,
  frameLength,
  FrameReader,
  FrameWriter,
  GREETING_BYTES,
  greeting,
  HEAD_BYTES,
  KIND,
  LinkFault,
  type LinkKeys,
} from './link-frames.ts';

interface LinkHandlers {
  /** Called when both sides have proved that they have the key. */
  opened(): void;
  frame(kind: number, body: Buffer): void;
  /** Called once, after `opened` or instead of it. */
  closed(reason: string, isFault: boolean): void;
}

export interface LinkConnection {
  send(kind: number, body?: Uint8Array): void;
  /** Reads nothing until it is lifted. */
  pause(): void;
  resume(): void;
  /** Sends what was written, and closes. */
  end(): void;
  destroy(reason: string): void;
}

const HANDSHAKE_WITHIN_MS = 5000;
const ALIVE_EVERY_MS = 1000;
/** A machine that disappeared does not close its connections. */
const SILENT_MS = 5000;

/** Joins a gateway and a process that stores positions over a connected socket; `side` is this one. */
export function joinLink(
  socket: Socket,
  side: 'gateway' | 'ingest',
  key: Uint8Array,
  handlers: LinkHandlers,
): LinkConnection {
  const pending = new PendingBytes();
  let writer: FrameWriter | null = null;
  let reader: FrameReader | null = null;
  let reason = 'it was closed';
  let isFault = false;
  let receivedAt = performance.now();
  let isPaused = false;
  let expected: Buffer | null = null;
  let keys: LinkKeys | null = null;
  const own = greeting();

  const destroy = (why: string, fault = false) => {
    if (socket.destroyed) return;
    reason = why;
    isFault = fault;
    socket.destroy();
  };
  const open = ({ fromGateway, fromIngest }: LinkKeys) => {
    const isGateway = side === 'gateway';
    writer = new FrameWriter(isGateway ? fromGateway : fromIngest);
    reader = new FrameReader(isGateway ? fromIngest : fromGateway);
    clearTimeout(deadline);
    handlers.opened();
  };
  /** Takes one step of the handshake. Returns false when bytes are missing. */
  const shakeHands = (): boolean => {
    if (side === 'ingest') {
      const answer = pending.take(ANSWER_BYTES);
      if (!answer) return false;
      const confirmed = confirmAnswer(key, own, answer);
      socket.write(confirmed.bytes);
      open(confirmed.keys);
      return true;
    }
    if (expected === null) {
      const received = pending.take(GREETING_BYTES);
      if (!received) return false;
      const answer = answerGreeting(key, received);
      [expected, keys] = [answer.confirmation, answer.keys];
      socket.write(answer.bytes);
      return true;
    }
    const confirmation = pending.take(CONFIRMATION_BYTES);
    if (!confirmation || !keys) return false;
    checkProof(confirmation, expected);
    open(keys);
    return true;
  };
  const readFrames = (): boolean => {
    const bytes = reader && pending.takeFrame();
    if (!reader || !bytes) return false;
    const frame = reader.read(bytes);
    if (frame.kind !== KIND.alive) handlers.frame(frame.kind, frame.body);
    return true;
  };
  const read = (chunk: Buffer) => {
    receivedAt = performance.now();
    pending.push(chunk);
    try {
      while (!socket.destroyed && (reader === null ? shakeHands() : readFrames()));
    } catch (error) {
      destroy(reasonOf(error), error instanceof LinkFault);
    }
  };

  const deadline = setTimeout(() => destroy('it did not prove in time that it has the key', true), HANDSHAKE_WITHIN_MS);
  const alive = setInterval(() => {
    if (writer === null) return;
    socket.write(writer.frame(KIND.alive));
    if (!isPaused && performance.now() - receivedAt > SILENT_MS) destroy('the other side is silent');
  }, ALIVE_EVERY_MS);
  alive.unref();
  socket.on('data', read);
  socket.on('error', (error) => (reason = error.message));
  socket.once('close', () => {
    clearTimeout(deadline);
    clearInterval(alive);
    handlers.closed(reason, isFault);
  });
  if (side === 'ingest') socket.write(own);

  return {
    send: (kind, body) => {
      if (writer !== null && socket.writable) socket.write(writer.frame(kind, body));
    },
    pause: () => {
      isPaused = true;
      socket.pause();
    },
    resume: () => {
      isPaused = false;
      receivedAt = performance.now();
      socket.resume();
    },
    end: () => socket.end(),
    destroy: (why) => destroy(why),
  };
}

/** Received bytes that are not read yet. Joined only when what is read next is whole. */
class PendingBytes {
  #first: Buffer = Buffer.alloc(0);
  #at = 0;
  #chunks: Buffer[] = [];
  #length = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  take(count: number): Buffer | null {
    const bytes = this.#peek(count);
    if (bytes) this.#at += count;
    return bytes;
  }

  /** The bytes of the next frame. @throws LinkFault when it is too long */
  takeFrame(): Buffer | null {
    const head = this.#peek(HEAD_BYTES);
    return head && this.take(frameLength(head));
  }

  #peek(count: number): Buffer | null {
    const left = this.#first.length - this.#at;
    if (left + this.#length < count) return null;
    if (left < count) {
      this.#first = Buffer.concat([this.#first.subarray(this.#at), ...this.#chunks]);
      this.#chunks = [];
      [this.#length, this.#at] = [0, 0];
    }
    return this.#first.subarray(this.#at, this.#at + count);
  }
}

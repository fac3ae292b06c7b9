import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The bytes between a gateway and a process that stores positions. Both prove first that they have the key of the
 * installation: greeting of ingest, greeting of the gateway with its proof, proof of ingest. Then frames follow in both
 * directions: length, tag, payload. The tag is an HMAC over the number of the frame and the payload, with a key of this
 * connection and direction, so that nothing can be added, changed, left out or sent again.
 */

/** Changes with the format, because processes of two versions must not misread each other. */
const VERSION = 1;
const MAGIC = Buffer.from('MPLK');
const NONCE_BYTES = 32;
const PROOF_BYTES = 32;
export const GREETING_BYTES = MAGIC.length + 1 + NONCE_BYTES;
export const ANSWER_BYTES = GREETING_BYTES + PROOF_BYTES;
export const CONFIRMATION_BYTES = PROOF_BYTES;

/** The length of the payload, before each frame. */
export const HEAD_BYTES = 4;
const TAG_BYTES = 16;
/** More than any submission of a device needs. */
const MAX_PAYLOAD_BYTES = 32 * 1024 * 1024;

/** The length of a whole frame, from its head. @throws LinkFault when it is out of bounds */
export function frameLength(head: Buffer): number {
  const size = head.readUInt32LE();
  if (size < 1 || size > MAX_PAYLOAD_BYTES) throw new LinkFault(`a frame of ${size} bytes`);
  return HEAD_BYTES + TAG_BYTES + size;
}

/** The other side is not one of ours, or speaks another version. */
export class LinkFault extends Error {}

export interface LinkKeys {
  fromGateway: Buffer;
  fromIngest: Buffer;
}

const derive = (key: Uint8Array, purpose: string, ...parts: Uint8Array[]): Buffer => {
  const hmac = createHmac('sha256', key).update(`milepost link ${VERSION} ${purpose}`);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
};

export const greeting = (): Buffer => Buffer.concat([MAGIC, Buffer.from([VERSION]), randomBytes(NONCE_BYTES)]);

const nonceOf = (bytes: Buffer): Buffer => {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw new LinkFault('not a link of Milepost');
  if (bytes[MAGIC.length] !== VERSION) throw new LinkFault('another version of Milepost');
  return bytes.subarray(MAGIC.length + 1, GREETING_BYTES);
};

function keysOf(key: Uint8Array, ingest: Buffer, gateway: Buffer): LinkKeys {
  return {
    fromGateway: derive(key, 'frames of the gateway', ingest, gateway),
    fromIngest: derive(key, 'frames of ingest', ingest, gateway),
  };
}

/** The gateway's answer to the greeting of ingest, and what it expects as the confirmation. */
export function answerGreeting(key: Uint8Array, received: Buffer) {
  const ingest = nonceOf(received);
  const own = greeting();
  const gateway = nonceOf(own);
  return {
    bytes: Buffer.concat([own, derive(key, 'proof of the gateway', ingest, gateway)]),
    confirmation: derive(key, 'proof of ingest', ingest, gateway),
    keys: keysOf(key, ingest, gateway),
  };
}

/** The confirmation by ingest of an answer to its greeting. @throws LinkFault when the gateway has another key */
export function confirmAnswer(key: Uint8Array, own: Buffer, received: Buffer) {
  const [ingest, gateway] = [nonceOf(own), nonceOf(received)];
  checkProof(received.subarray(GREETING_BYTES), derive(key, 'proof of the gateway', ingest, gateway));
  return { bytes: derive(key, 'proof of ingest', ingest, gateway), keys: keysOf(key, ingest, gateway) };
}

/** @throws LinkFault when the other side has another key */
export function checkProof(given: Uint8Array, right: Uint8Array): void {
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new LinkFault('another secret key');
}

/** The first byte of a payload. */
export const KIND = {
  /** From the gateway: submissions. */
  submit: 1,
  /** From ingest: the numbers of submissions that are stored, were dropped, or are for another owner. */
  stored: 2,
  dropped: 3,
  refused: 4,
  /** From ingest: how many messages and bytes may be unanswered. */
  credit: 5,
  /** From both sides: the other one is alive. */
  alive: 6,
} as const;

/** Writes the frames of one direction. */
export class FrameWriter {
  readonly #key: Buffer;
  #count = 0;

  constructor(key: Buffer) {
    this.#key = key;
  }

  frame(kind: number, body: Uint8Array = EMPTY): Buffer {
    const bytes = Buffer.allocUnsafe(HEAD_BYTES + TAG_BYTES + 1 + body.length);
    bytes.writeUInt32LE(body.length + 1, 0);
    bytes[HEAD_BYTES + TAG_BYTES] = kind;
    bytes.set(body, HEAD_BYTES + TAG_BYTES + 1);
    tagOf(this.#key, this.#count++, bytes.subarray(HEAD_BYTES + TAG_BYTES)).copy(bytes, HEAD_BYTES, 0, TAG_BYTES);
    return bytes;
  }
}

const EMPTY = new Uint8Array();

interface Frame {
  kind: number;
  body: Buffer;
}

/** Reads the frames of one direction. */
export class FrameReader {
  readonly #key: Buffer;
  #count = 0;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** @throws LinkFault when the frame is not the next one of the other side */
  read(bytes: Buffer): Frame {
    const payload = bytes.subarray(HEAD_BYTES + TAG_BYTES);
    const tag = bytes.subarray(HEAD_BYTES, HEAD_BYTES + TAG_BYTES);
    if (!timingSafeEqual(tag, tagOf(this.#key, this.#count++, payload).subarray(0, TAG_BYTES)))
      throw new LinkFault('a frame without the right tag');
    return { kind: payload[0] ?? 0, body: payload.subarray(1) };
  }
}

function tagOf(key: Buffer, count: number, payload: Uint8Array): Buffer {
  const number = Buffer.allocUnsafe(8);
  number.writeBigUInt64LE(BigInt(count));
  return createHmac('sha256', key).update(number).update(payload).digest();
}

/** Numbers of submissions; they exceed 32 bits within days. */
export const numbersBody = (numbers: readonly number[]): Buffer => Buffer.from(Float64Array.from(numbers).buffer);

export function numbersOf(body: Buffer): number[] {
  return Array.from({ length: Math.floor(body.length / 8) }, (_, index) => body.readDoubleLE(index * 8));
}

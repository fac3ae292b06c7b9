/** Cuts the TCP stream of a device into logins, packets of records and keep-alive bytes. */
import { u32At } from '../tools/bytes.ts';
import { crc16Ibm } from '../tools/crc16.ts';
import type { Framer } from '../types.ts';

/** Devices send up to 1,280 bytes per packet, photos 2 KiB; 255 records of the largest usual layout fit. */
export const MAX_FRAME_BYTES = 32_768;

const KEEP_ALIVE = 0xff;
const OVERHEAD_BYTES = 12;
const MIN_DATA_BYTES = 3;
const MORE = 0;
const NONE = -1;
const CODECS = new Set([0x07, 0x08, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x8e]);
/** The number of positions inside a broken packet that are tried as the start of the next one. */
const RESYNC_TRIES = 16;

const isIdentityByte = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

const NOTHING = new Uint8Array(0);

/** `slice` of a Node Buffer is a view; this is not. */
const copy = (bytes: Uint8Array, from: number, to: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to));

function loginLength(bytes: Uint8Array, at: number, end: number): number {
  const length = bytes[at + 1] ?? 0;
  if (length < 8 || length > 20) return NONE;
  const whole = at + 2 + length;
  for (let i = at + 2; i < Math.min(whole, end); i++) if (!isIdentityByte(bytes[i] ?? 0)) return NONE;
  return whole <= end ? whole - at : MORE;
}

/** Returns the length of the packet of records at `at`, complete or not; MORE if the header is cut; NONE. */
function packetLength(bytes: Uint8Array, at: number, end: number, anyCodec: boolean): number {
  for (let i = at; i < Math.min(at + 4, end); i++) if (bytes[i] !== 0) return NONE;
  if (end - at < 9) return MORE;
  const length = u32At(bytes, at + 4);
  if (length < MIN_DATA_BYTES || length + OVERHEAD_BYTES > MAX_FRAME_BYTES) return NONE;
  return anyCodec || CODECS.has(bytes[at + 8] ?? 0) ? length + OVERHEAD_BYTES : NONE;
}

const checksumHolds = (bytes: Uint8Array, at: number, length: number): boolean =>
  u32At(bytes, at + length - 4) === crc16Ibm(bytes, at + 8, at + length - 4);

/** Returns where a whole valid packet begins inside a broken one, or the broken one's end. */
function nextSound(bytes: Uint8Array, from: number, to: number): number {
  let tries = RESYNC_TRIES;
  for (let at = from; at < to && tries > 0; at++) {
    if (bytes[at] !== 0) continue;
    const length = packetLength(bytes, at, to, false);
    if (length <= 0) continue;
    tries--;
    if (at + length <= to && checksumHolds(bytes, at, length)) return at;
  }
  return to;
}

export class TeltonikaFramer implements Framer {
  #pending: Uint8Array<ArrayBuffer> = NOTHING;
  #held = 0;
  #garbage = 0;
  /** True when the stream is at the start of a frame; false while the start is being searched for. */
  #synced = true;

  get garbageBytes(): number {
    return this.#garbage;
  }

  get pendingBytes(): number {
    return this.#held;
  }

  push(chunk: Uint8Array): Uint8Array[] {
    const joined = this.#held > 0;
    if (joined) this.#append(chunk);
    const bytes = joined ? this.#pending : chunk;
    const end = joined ? this.#held : chunk.length;
    const frames: Uint8Array[] = [];
    let at = 0;
    while (at < end) {
      const length = this.#lengthAt(bytes, at, end);
      if (length === MORE || at + length > end) break;
      if (length === NONE) {
        this.#synced = false;
        this.#garbage++;
        at++;
        continue;
      }
      const isPacket = length > OVERHEAD_BYTES && bytes[at + 1] === 0;
      const next = isPacket && !checksumHolds(bytes, at, length) ? nextSound(bytes, at + 1, at + length) : at + length;
      frames.push(copy(bytes, at, next));
      this.#synced = true;
      at = next;
    }
    this.#retain(bytes, at, end);
    return frames;
  }

  #lengthAt(bytes: Uint8Array, at: number, end: number): number {
    const first = bytes[at];
    // Within garbage a single byte proves nothing.
    if (first === KEEP_ALIVE) return this.#synced ? 1 : NONE;
    if (first !== 0) return NONE;
    if (at + 1 >= end) return MORE;
    return bytes[at + 1] === 0 ? packetLength(bytes, at, end, this.#synced) : loginLength(bytes, at, end);
  }

  #append(chunk: Uint8Array): void {
    const needed = this.#held + chunk.length;
    if (needed > this.#pending.length) {
      const grown = new Uint8Array(Math.max(needed, 2 * this.#pending.length));
      grown.set(this.#pending.subarray(0, this.#held));
      this.#pending = grown;
    }
    this.#pending.set(chunk, this.#held);
    this.#held = needed;
  }

  /** Retains the incomplete frame, in a buffer no larger than needed. */
  #retain(bytes: Uint8Array, at: number, end: number): void {
    this.#held = end - at;
    if (at === 0 && bytes === this.#pending) return;
    this.#pending = at === end ? NOTHING : copy(bytes, at, end);
  }
}

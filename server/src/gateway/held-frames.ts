import type { Message } from '@milepost/protocols/types';
import type { Lease } from './byte-budget.ts';

export interface HeldFrame {
  messages: Message[];
  /** Its estimated memory, see `frameWeight`. */
  bytes: number;
  receivedAt: number;
  /** Called once all its messages are stored. */
  stored: () => void;
}

/** The limit per conversation; older frames are dropped, and the device sends them again. */
const MAX_FRAMES = 64;
const MAX_BYTES = 128 * 1024;

/**
 * Frames of an unknown device that wait for its adoption. A dropped frame is not lost: it was not acknowledged, so an
 * adopted device sends it again.
 */
export class HeldFrames {
  #frames: HeldFrame[] = [];
  readonly #lease: Lease;

  constructor(lease: Lease) {
    this.#lease = lease;
  }

  /** Returns false when the budget has no room. */
  add(frame: HeldFrame): boolean {
    if (frame.bytes > MAX_BYTES) return false;
    const frames = [...this.#frames, frame];
    let bytes = this.#lease.bytes + frame.bytes;
    while (frames.length > MAX_FRAMES || bytes > MAX_BYTES) bytes -= frames.shift()?.bytes ?? 0;
    if (!this.#lease.set(bytes)) return false;
    this.#frames = frames;
    return true;
  }

  /** Returns all frames, oldest first, and releases them. */
  take(): HeldFrame[] {
    const frames = this.#frames;
    this.#frames = [];
    this.#lease.set(0);
    return frames;
  }

  close(): void {
    this.#frames = [];
    this.#lease.close();
  }
}

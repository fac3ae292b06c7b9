import { RECOGNISED_BYTES } from '@milepost/protocols/recognise';

/** The first bytes of a connection, for as long as nothing of it could be read. */
export interface Opening {
  /** To be called after these bytes were handed to the decoder, if they could be at once. */
  heard(chunk: Uint8Array): void;
  end(): void;
}

/** A device sends its login and waits; what cannot be read by then never will be. */
const UNREADABLE_AFTER_MS = 2000;

/** Calls `tell` once, with the first bytes, where none of them could be read in two seconds, or before the end. */
export function watchOpening(isRead: () => boolean, onUnreadable: (bytes: Uint8Array) => void): Opening {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | null = null;
  let done = false;
  const end = () => {
    if (done) return;
    done = true;
    if (timer) clearTimeout(timer);
    if (length > 0 && !isRead()) onUnreadable(Buffer.concat(pieces));
    pieces = [];
  };
  return {
    heard: (chunk) => {
      if (done) return;
      if (isRead()) return end();
      // A copy, because a part of a chunk holds all of it in memory.
      const piece = Uint8Array.from(chunk.subarray(0, RECOGNISED_BYTES - length));
      if (piece.length > 0) pieces.push(piece);
      length += piece.length;
      timer ??= setTimeout(end, UNREADABLE_AFTER_MS).unref();
    },
    end,
  };
}

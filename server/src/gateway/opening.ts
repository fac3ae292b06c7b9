import { RECOGNISED_BYTES } from '@milepost/protocols/recognise';

/** The first bytes of a connection, retained while nothing of it could be read. */
export interface Opening {
  /** Call it after the decoder received these bytes, if that was possible immediately. */
  received(chunk: Uint8Array): void;
  end(): void;
}

/** A device sends its login and waits; bytes that cannot be read by then never will be. */
const UNREADABLE_AFTER_MS = 2000;

/**
 * Calls `onUnreadable` once, with the first bytes, when none could be read within two seconds or before the connection
 * ended.
 */
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
    received: (chunk) => {
      if (done) return;
      if (isRead()) return end();
      // Copied, because a subarray keeps the whole chunk in memory.
      const piece = Uint8Array.from(chunk.subarray(0, RECOGNISED_BYTES - length));
      if (piece.length > 0) pieces.push(piece);
      length += piece.length;
      timer ??= setTimeout(end, UNREADABLE_AFTER_MS).unref();
    },
    end,
  };
}

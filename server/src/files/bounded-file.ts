import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';

/**
 * Writes a file of less than `maxBytes`; anything longer is aborted with `full`. A full disk ends it with the system's
 * error (`ENOSPC`). However `write` ends, the file is closed afterwards, so that the caller can remove it: a file that
 * is still being opened would appear after its removal.
 */
export async function writeBoundedFile<T>(
  { path, maxBytes, full }: { path: string; maxBytes: number; full: () => Error },
  write: (to: Writable) => Promise<T>,
): Promise<T> {
  const file = createWriteStream(path, { mode: 0o600 });
  const closed = new Promise<void>((resolve) => void file.once('close', resolve));
  let bytes = 0;
  const bounded = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      bytes += piece.length;
      if (bytes >= maxBytes) return done(full());
      return file.write(piece, done);
    },
    final: (done) => void file.end(done),
    destroy: (error, done) => {
      file.destroy();
      done(error);
    },
  });
  file.on('error', (error) => bounded.destroy(error));
  try {
    return await write(bounded);
  } finally {
    bounded.destroy();
    await closed;
  }
}

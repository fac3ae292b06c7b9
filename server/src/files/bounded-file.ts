import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';

/**
 * Writes a file that may grow to fewer bytes than `mostBytes`: what goes on is cut off with `full`. A disk that is full
 * ends it with the error of the system (`ENOSPC`). However `write` ends, the file is closed afterwards, so that whoever
 * began it can remove what is left: a file that is still being opened would appear after its removal.
 */
export async function writeBoundedFile<T>(
  { path, mostBytes, full }: { path: string; mostBytes: number; full: () => Error },
  write: (to: Writable) => Promise<T>,
): Promise<T> {
  const file = createWriteStream(path, { mode: 0o600 });
  const closed = new Promise<void>((resolve) => void file.once('close', resolve));
  let bytes = 0;
  const bounded = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      bytes += piece.length;
      if (bytes >= mostBytes) return done(full());
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

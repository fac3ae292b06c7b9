import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';

/**
 * A file that is written here, and may grow to fewer bytes than `mostBytes`: what goes on is cut off with `full`. A disk
 * that is full ends it with the error of the system (`ENOSPC`). Whoever began it removes what is left.
 */
export function boundedFile(path: string, mostBytes: number, full: () => Error): Writable {
  const file = createWriteStream(path, { mode: 0o600 });
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
  return bounded;
}

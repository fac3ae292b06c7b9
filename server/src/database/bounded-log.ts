import { appendFileSync, renameSync, writeFileSync } from 'node:fs';

interface BoundedLog {
  write(text: Uint8Array): void;
}

/**
 * A file that only its owner can read, started afresh. At `limit` bytes it is renamed to `<file>.old` and a new one
 * begins. Output that cannot be written (for example on a full disk) is dropped: a log must neither stop its writer nor
 * fill the disk.
 */
export function createBoundedLog(file: string, limit = 20 * 1024 * 1024): BoundedLog {
  const options = { mode: 0o600 };
  let size = 0;
  tried(() => writeFileSync(file, '', options));
  return {
    write: (text) => {
      if (size >= limit) {
        tried(() => renameSync(file, `${file}.old`));
        size = 0;
      }
      size += text.length;
      tried(() => appendFileSync(file, text, options));
    },
  };
}

function tried(work: () => void): void {
  try {
    work();
  } catch {
    // This failure cannot be reported anywhere.
  }
}

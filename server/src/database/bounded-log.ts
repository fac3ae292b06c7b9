import { appendFileSync, renameSync, writeFileSync } from 'node:fs';

interface BoundedLog {
  write(text: Uint8Array): void;
}

/**
 * A file that the owner alone reads, begun anew here. At `limit` bytes it becomes `<file>.old` and the next one begins.
 * What cannot be written (the disk is full, say) is dropped: a log must neither stop who writes it nor fill the disk.
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
    // Nowhere to say it.
  }
}

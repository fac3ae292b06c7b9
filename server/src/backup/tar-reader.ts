const BLOCK = 512;

export interface TarEntry {
  name: string;
  kind: 'file' | 'folder';
  size: number;
}

interface TarHandler {
  /** Called for each entry, then with its content in pieces, then at its end. */
  entry(entry: TarEntry): Promise<void>;
  data(bytes: Buffer): Promise<void>;
  end(): Promise<void>;
}

/**
 * Reads a tar archive as PostgreSQL writes it (ustar, with base-256 numbers for large sizes): files and folders only.
 * @throws Error for any other entry, and at `finish` when the archive is cut off
 */
export function createTarReader(handler: TarHandler): { push(bytes: Buffer): Promise<void>; finish(): void } {
  let rest = Buffer.alloc(0);
  let left = 0;
  let padding = 0;
  let ended = false;
  return {
    push: async (bytes) => {
      let at = 0;
      while (at < bytes.length) {
        if (left > 0) {
          const piece = bytes.subarray(at, at + left);
          await handler.data(piece);
          left -= piece.length;
          at += piece.length;
          if (left === 0) await handler.end();
        } else if (padding > 0) {
          const skipped = Math.min(padding, bytes.length - at);
          padding -= skipped;
          at += skipped;
        } else {
          const piece = bytes.subarray(at, at + BLOCK - rest.length);
          rest = Buffer.concat([rest, piece]);
          at += piece.length;
          if (rest.length < BLOCK) return;
          const entry = readHeader(rest);
          rest = Buffer.alloc(0);
          if (entry === null) {
            ended = true;
            continue;
          }
          left = entry.size;
          padding = (BLOCK - (entry.size % BLOCK)) % BLOCK;
          await handler.entry(entry);
          if (left === 0) await handler.end();
        }
      }
    },
    finish: () => {
      if (!ended || left > 0 || rest.length > 0) throw new Error('the archive is cut off');
    },
  };
}

/** Null for the empty blocks at the end. */
function readHeader(block: Buffer): TarEntry | null {
  if (block.every((byte) => byte === 0)) return null;
  const stored = Number.parseInt(text(block, 148, 8), 8);
  // The checksum counts its own field as spaces.
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (stored !== sum) throw new Error('a header of the archive is damaged');
  const prefix = text(block, 345, 155);
  const name = `${prefix === '' ? '' : `${prefix}/`}${text(block, 0, 100)}`;
  const type = String.fromCodePoint(block[156] ?? 0);
  if (type === '5') return { name, kind: 'folder', size: 0 };
  if (type !== '0' && type !== '\0') throw new Error(`${name} in the archive is neither a file nor a folder`);
  const size = readSize(block);
  if (!Number.isSafeInteger(size) || size < 0) throw new Error(`the size of ${name} in the archive is damaged`);
  return { name, kind: 'file', size };
}

function readSize(block: Buffer): number {
  if (((block[124] ?? 0) & 0x80) === 0) return Number.parseInt(text(block, 124, 12), 8);
  return Number(block.readBigUInt64BE(128));
}

const text = (block: Buffer, start: number, length: number): string => {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end).trim();
};

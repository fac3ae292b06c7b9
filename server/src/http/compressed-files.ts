import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/** Bytes of compressed files kept in memory. */
const MEMORY_LIMIT = 64 * 1024 * 1024;

export interface ServedFile {
  body: Buffer;
  encoding: 'gzip' | null;
  etag: string;
}

interface Kept {
  version: string;
  body: Buffer;
}

/** Reads files below one folder, compressed once and kept while there is room (least recently used go first). */
export class CompressedFiles {
  #root: string;
  #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(root: string) {
    this.#root = path.resolve(root);
  }

  /** The file at this path below the root; null when there is none, or the path leads out. */
  async read(relative: string, gzipped: boolean): Promise<ServedFile | null> {
    const file = path.resolve(this.#root, relative);
    if (!file.startsWith(this.#root + path.sep) || file.includes('\0')) return null;
    const info = await stat(file).catch(() => null);
    if (!info?.isFile()) return null;
    const version = `${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}`;
    if (!gzipped) return { body: await readFile(file), encoding: null, etag: `"${version}"` };
    return { body: await this.#compressed(file, version), encoding: 'gzip', etag: `"${version}-gz"` };
  }

  async #compressed(file: string, version: string): Promise<Buffer> {
    const kept = this.#kept.get(file);
    if (kept) {
      this.#forget(file, kept);
      if (kept.version === version) return this.#keep(file, kept);
    }
    return this.#keep(file, { version, body: await compress(await readFile(file)) });
  }

  #keep(file: string, entry: Kept): Buffer {
    const other = this.#kept.get(file);
    if (other) this.#forget(file, other);
    this.#kept.set(file, entry);
    this.#bytes += entry.body.length;
    for (const [oldest, old] of this.#kept) {
      if (this.#bytes <= MEMORY_LIMIT) break;
      this.#forget(oldest, old);
    }
    return entry.body;
  }

  #forget(file: string, entry: Kept): void {
    this.#kept.delete(file);
    this.#bytes -= entry.body.length;
  }
}

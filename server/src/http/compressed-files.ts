import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Encoding } from './accept-encoding.ts';

const compress = promisify(gzip);

/** Bytes of compressed files cached in memory. */
const MEMORY_LIMIT = 64 * 1024 * 1024;

export interface ServedFile {
  body: Buffer;
  encoding: Encoding | null;
  etag: string;
}

interface CachedFile {
  version: string;
  body: Buffer;
}

/**
 * Reads files below one folder, compressed once and cached while there is room; least recently used ones are evicted
 * first.
 */
export class CompressedFiles {
  #root: string;
  #cache = new Map<string, CachedFile>();
  #bytes = 0;

  constructor(root: string) {
    this.#root = path.resolve(root);
  }

  /**
   * The file at this path below the root in an encoding, if the build created it in that one (`.br`) or it is `gzip`;
   * null when there is none, or the path leads out.
   */
  async read(relative: string, encoding: Encoding | null): Promise<ServedFile | null> {
    const file = path.resolve(this.#root, relative);
    if (!file.startsWith(this.#root + path.sep) || file.includes('\0')) return null;
    const info = await stat(file).catch(() => null);
    if (!info?.isFile()) return null;
    const version = `${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}`;
    if (encoding === null) return { body: await readFile(file), encoding, etag: `"${version}"` };
    if (encoding === 'br') {
      const body = await madeByBuild(`${file}.br`, info.mtimeMs);
      return body ? { body, encoding, etag: `"${version}-br"` } : this.read(relative, 'gzip');
    }
    return { body: await this.#compressed(file, version), encoding, etag: `"${version}-gz"` };
  }

  async #compressed(file: string, version: string): Promise<Buffer> {
    const cached = this.#cache.get(file);
    if (cached) {
      this.#forget(file, cached);
      if (cached.version === version) return this.#store(file, cached);
    }
    return this.#store(file, { version, body: await compress(await readFile(file)) });
  }

  #store(file: string, entry: CachedFile): Buffer {
    const other = this.#cache.get(file);
    if (other) this.#forget(file, other);
    this.#cache.set(file, entry);
    this.#bytes += entry.body.length;
    for (const [oldest, old] of this.#cache) {
      if (this.#bytes <= MEMORY_LIMIT) break;
      this.#forget(oldest, old);
    }
    return entry.body;
  }

  #forget(file: string, entry: CachedFile): void {
    this.#cache.delete(file);
    this.#bytes -= entry.body.length;
  }
}

/** A compressed file of the build has the modification time of its source; one of an older build has another. */
async function madeByBuild(file: string, mtimeMs: number): Promise<Buffer | null> {
  const info = await stat(file).catch(() => null);
  return info && Math.abs(info.mtimeMs - mtimeMs) < 2 ? readFile(file) : null;
}

// Part of npm run build: compresses the files that browsers load, so that the server only has to choose. As a program
// it takes folders and files as arguments.
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Text types and raw tables; pictures and WOFF2 are compressed by their own format. */
const COMPRESSIBLE = /\.(?:js|css|json|svg|html|webmanifest|txt|wasm|pbf|ttf|otf|woff)$/;
/** A smaller file fits into one packet with its headers anyway. */
const MIN_BYTES = 1000;
/** A file is compressed only if that saves at least a twentieth, since decompression costs time as well. */
const MAX_SHARE = 0.95;
/** Node compresses on four threads; more files would only wait in memory. */
const AT_ONCE = 4;

const FORMS = {
  br: (bytes: Buffer) =>
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes: Buffer) => zip(bytes, { level: 9 }),
};

/**
 * Writes `.br` and `.gz` beside each file of a folder, or a single file, that becomes smaller, unless they exist
 * already.
 */
export async function compressFiles(target: string): Promise<void> {
  const isFolder = (await stat(target)).isDirectory();
  const files = isFolder
    ? (await readdir(target, { recursive: true })).map((name) => path.join(target, name))
    : [target];
  const waiting = files.filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) await compressFile(file);
    }),
  );
}

async function compressFile(file: string): Promise<void> {
  const { size, mtime, mtimeMs } = await stat(file);
  for (const [ending, compress] of Object.entries(FORMS)) {
    const target = `${file}.${ending}`;
    // The file and its compressed copies have the same modification time, so that a copy from an older build is
    // recognised.
    const made = await stat(target).catch(() => null);
    if (made && Math.abs(made.mtimeMs - mtimeMs) < 2) continue;
    const smaller = size < MIN_BYTES ? null : await compress(await readFile(file));
    if (!smaller || smaller.length > size * MAX_SHARE) {
      await rm(target, { force: true });
      continue;
    }
    const draft = `${target}.${process.pid}.new`;
    await writeFile(draft, smaller);
    await utimes(draft, mtime, mtime);
    await rename(draft, target);
  }
}

if (import.meta.main) {
  for (const target of process.argv.slice(2)) await compressFiles(target);
}

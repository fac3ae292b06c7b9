import { Readable } from 'node:stream';
import { MAX_ZIPPED } from '@milepost/contract/file-kinds';
import { fault } from '@milepost/contract/fault';
import { Zip, ZipPassThrough } from 'fflate';
import { AppError } from '../errors.ts';
import type { ZippedPhoto } from '../store/files/gallery.ts';
import type { BlobStore } from './blob-store.ts';

/**
 * Photos as a ZIP with a folder for each vehicle or other record, streamed: neither memory nor disk contains more than
 * a piece of it. Photos missing in the file store are left out.
 * @throws AppError `not-found` for none, `conflict` for more than fit
 */
export function galleryZip(blobs: BlobStore, photos: readonly ZippedPhoto[]): Readable {
  if (photos.length === 0) throw new AppError('not-found', 'no-photos');
  const bytes = photos.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (photos.length > MAX_ZIPPED.photos || bytes > MAX_ZIPPED.bytes) {
    const { photos: most } = MAX_ZIPPED;
    throw new AppError('conflict', fault('zip-large', { photos: most, most: MAX_ZIPPED.bytes / 1e9 }));
  }
  return Readable.from(pieces(blobs, photos), { objectMode: false });
}

async function* pieces(blobs: BlobStore, photos: readonly ZippedPhoto[]): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    if (piece.length > 0) made.push(piece);
  });
  const taken = new Set<string>();
  for (const photo of photos) {
    const content = await blobs.read(photo.hash);
    if (!content) continue;
    // Pictures are compressed already.
    const entry = new ZipPassThrough(unique(taken, photo));
    // The format supports years from 1980 to 2099.
    entry.mtime = Math.min(Math.max(photo.at.getTime(), Date.UTC(1981, 0)), Date.UTC(2099, 0));
    zip.add(entry);
    for await (const piece of content as AsyncIterable<Uint8Array>) {
      entry.push(piece);
      yield* made.splice(0);
    }
    entry.push(new Uint8Array(0), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}

/** `<vehicle>/<day> <name>`, with a number when the name exists already. */
function unique(taken: Set<string>, { folder, day, name }: ZippedPhoto): string {
  const ending = /\.\w+$/.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length);
  for (let count = 1; ; count++) {
    const full = `${plain(folder)}/${day} ${plain(stem)}${count === 1 ? '' : ` (${count})`}${ending}`;
    if (taken.has(full.toLowerCase())) continue;
    taken.add(full.toLowerCase());
    return full;
  }
}

/** Without characters that file systems reserve. */
const plain = (text: string) =>
  text
    .replaceAll(/[\\/:*?"<>|]/g, '_')
    .replace(/^\.+/, '_')
    .trim() || '_';

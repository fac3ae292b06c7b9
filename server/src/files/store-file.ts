import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { FILE_NAME } from '@milepost/contract/file-kinds';
import { type Database, inTransaction } from '../store/database.ts';
import { insertFile, lockBlob, type NewFile, requireRoom } from '../store/files/change-files.ts';
import { findKind, type FoundKind, nameFor } from './file-kind.ts';
import type { FileStore } from './file-store.ts';
import { movieTime } from './movie-time.ts';
import { makePicture } from './picture.ts';
import { hashFile, incomingFile, type TakenUpload, takeUpload } from './take-upload.ts';

export interface Sender {
  organisationId: number;
  /** Null for the server itself. */
  userId: number | null;
}

/** The data of a file before its row is written, and its blobs by the paths of their files. */
interface Made {
  fields: Omit<NewFile, 'organisationId' | 'userId'>;
  blobs: { hash: string; file: string }[];
}

/**
 * Stores an upload: first its bytes, then the row with its owner. If the server is killed in between, bytes without a
 * row remain, which are collected later. `inTurn` gets the work on an upload that has arrived, so that a slow sender
 * delays nobody else.
 * @returns the id of the file, which belongs to no record yet
 * @throws AppError `invalid` for content that is not accepted, with the reason; `conflict` when the organisation has no
 * room
 */
export async function storeFile(
  database: Database,
  store: FileStore,
  sender: Sender,
  name: string,
  body: Readable,
  enqueue: (work: () => Promise<number>) => Promise<number> = (work) => work(),
): Promise<number> {
  const temporary = await Promise.all([1, 2, 3].map(() => incomingFile(store.incoming)));
  const [upload = '', shown = '', thumb = ''] = temporary;
  try {
    await requireRoom(database, sender.organisationId, 0, store.quotaBytes);
    const taken = await takeUpload(body, upload, name, store.maxBytes);
    return await enqueue(() => storeUpload(database, store, sender, taken, { name, shown, thumb }));
  } finally {
    await Promise.all(temporary.map((file) => rm(file, { force: true })));
  }
}

async function storeUpload(
  database: Database,
  store: FileStore,
  sender: Sender,
  taken: TakenUpload,
  { name, ...to }: { name: string; shown: string; thumb: string },
): Promise<number> {
  const found = await findKind(taken.file, name);
  const { fields, blobs } =
    found.kind === 'picture' ? await fromPicture(taken, name, to) : await fromOther(taken, name, found);
  // Also before its bytes are stored: an upload refused after that would stay there until it is collected.
  await requireRoom(database, sender.organisationId, fields.sizeBytes, store.quotaBytes);
  for (const { hash, file } of blobs) await store.blobs.put(hash, file);
  return inTransaction(database, async (db) => {
    await requireRoom(db, sender.organisationId, fields.sizeBytes, store.quotaBytes);
    // From here on the garbage collector cannot remove them; it may have done so while they were being stored.
    for (const { hash } of blobs) {
      await lockBlob(db, hash);
      if (!(await store.blobs.has(hash))) throw new Error('a blob was deleted while it was stored');
    }
    return insertFile(db, { ...fields, ...sender });
  });
}

async function fromPicture(taken: TakenUpload, name: string, to: { shown: string; thumb: string }): Promise<Made> {
  const { notes, widthPx, heightPx, type, extension } = await makePicture(taken.file, name, to);
  const [hash, thumbHash] = await Promise.all([
    hashFile(to.shown, createReadStream),
    hashFile(to.thumb, createReadStream),
  ]);
  const sizes = await Promise.all([stat(to.shown), stat(to.thumb)]);
  return {
    fields: {
      hash,
      thumbHash,
      name: shortened(nameFor(name, { extension })),
      kind: 'picture',
      type,
      sizeBytes: sizes.reduce((sum, { size }) => sum + size, 0),
      widthPx,
      heightPx,
      taken: notes.taken,
      place: notes.place,
    },
    blobs: [
      { hash, file: to.shown },
      { hash: thumbHash, file: to.thumb },
    ],
  };
}

async function fromOther({ file, hash, sizeBytes }: TakenUpload, name: string, found: FoundKind): Promise<Made> {
  const at = found.kind === 'video' || found.kind === 'audio' ? await movieTime(file) : null;
  return {
    fields: {
      hash,
      thumbHash: null,
      name: shortened(nameFor(name, found)),
      kind: found.kind,
      type: found.type,
      sizeBytes,
      widthPx: null,
      heightPx: null,
      taken: at && { at },
      place: null,
    },
    blobs: [{ hash, file }],
  };
}

/** The beginning of a long name, with its extension. */
function shortened(name: string): string {
  const letters = Array.from(name);
  return letters.length <= FILE_NAME
    ? name
    : [...letters.slice(0, FILE_NAME - 13), '…', ...letters.slice(-12)].join('');
}

import { type FileHandle, open } from 'node:fs/promises';

/** Seconds from 1904, the format's epoch, to 1970. */
const EPOCH_1904_S = 2_082_844_800;
const MAX_BOXES = 1000;

/**
 * The creation time of an MP4, M4A or MOV: `creation_time` of the box `mvhd` (ISO/IEC 14496-12, section 8.2.2). Null
 * when it has none, or a time before 1990.
 */
export async function movieTime(file: string): Promise<Date | null> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const movie = await findBox(handle, 'moov', 0, size);
    const header = movie && (await findBox(handle, 'mvhd', movie.start, movie.end));
    if (!header) return null;
    const bytes = await read(handle, header.start, 12);
    // Version 1 has 64 bits; both follow one byte of version and three of flags.
    const seconds = bytes[0] === 1 ? Number(bytes.readBigUInt64BE(4)) : bytes.readUInt32BE(4);
    const at = new Date((seconds - EPOCH_1904_S) * 1000);
    return at.getTime() > Date.UTC(1990, 0) && at.getTime() < Date.UTC(2200, 0) ? at : null;
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}

/** The content of the first box of this name among those between `start` and `end`. */
async function findBox(handle: FileHandle, name: string, start: number, end: number) {
  for (let at = start, seen = 0; at + 8 <= end && seen < MAX_BOXES; seen++) {
    const head = await read(handle, at, 16);
    const short = head.readUInt32BE(0);
    // 1: the length follows in 64 bits; 0: to the end.
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    if (length < 8) return null;
    if (head.toString('latin1', 4, 8) === name) return { start: at + (short === 1 ? 16 : 8), end: at + length };
    at += length;
  }
  return null;
}

async function read(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer;
}

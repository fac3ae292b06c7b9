import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { type BackupStore, damagedObject } from './backup-store.ts';

const decompress = promisify(zstdDecompress);

/** The longest text that can be parsed. */
export const MAX_TEXT_BYTES = 512 * 1024 * 1024;

/**
 * The content of a compressed object of a backup. It is bounded, because whoever can write into a target that is not
 * encrypted could otherwise fill the memory with a small object.
 * @throws StartError that names it when it is damaged or longer
 */
export async function decompressObject(
  store: Pick<BackupStore, 'name'>,
  name: string,
  bytes: Uint8Array,
  maxBytes: number,
): Promise<Buffer> {
  try {
    return await decompress(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw damagedObject(store.name, name, cause);
  }
}

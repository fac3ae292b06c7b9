import { open } from 'node:fs/promises';
import path from 'node:path';
import type { FileKind } from '@milepost/contract/file-kinds';
import { fault } from '@milepost/contract/fault';
import { fileTypeFromFile } from 'file-type';
import { AppError } from '../errors.ts';

export interface FoundKind {
  kind: FileKind;
  /** MIME type. */
  type: string;
  /** The file name extension, without a dot. */
  extension: string;
}

/** The accepted kinds of files, by the MIME type of their content. */
const KINDS: Readonly<Record<string, FileKind>> = {
  'image/jpeg': 'picture',
  'image/png': 'picture',
  'image/apng': 'picture',
  'image/webp': 'picture',
  'image/gif': 'picture',
  'image/avif': 'picture',
  'image/tiff': 'picture',
  'video/mp4': 'video',
  'video/x-m4v': 'video',
  'video/quicktime': 'video',
  'video/webm': 'video',
  'video/3gpp': 'video',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/x-m4a': 'audio',
  'audio/aac': 'audio',
  'audio/ogg': 'audio',
  'audio/ogg; codecs=opus': 'audio',
  'audio/wav': 'audio',
  'audio/vnd.wave': 'audio',
  'application/pdf': 'document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'document',
  'application/vnd.oasis.opendocument.text': 'document',
  'application/vnd.oasis.opendocument.spreadsheet': 'document',
};
/** Names whose extension implies a recognisable content. */
const TELLING_NAME = /\.(jpe?g|png|webp|gif|avif|tiff?|heic|mp4|mov|webm|mp3|m4a|ogg|wav|pdf|docx|xlsx|pptx|odt|ods)$/i;
const TEXT_NAME = /\.(txt|csv)$/i;
const TEXT_PROBE = 65_536;

/**
 * Detects the kind of a file from its content; the name counts only for plain text, which has no signature.
 * @param name the sender's name for the file
 * @throws AppError `invalid` for kinds that are not accepted, with a message that contains the name
 */
export async function findKind(file: string, name: string): Promise<FoundKind> {
  const found = await fileTypeFromFile(file).catch(() => undefined);
  const kind = found && KINDS[found.mime];
  if (kind) return { kind, type: found.mime.split(';')[0] ?? found.mime, extension: found.ext };
  if (found?.mime === 'image/heic' || found?.mime === 'image/heif') {
    throw new AppError('invalid', fault('file-heic', { name }));
  }
  if (!found && TEXT_NAME.test(name) && (await isText(file))) {
    return { kind: 'document', type: 'text/plain', extension: path.extname(name).slice(1).toLowerCase() };
  }
  throw new AppError('invalid', fault(TELLING_NAME.test(name) ? 'file-not-as-named' : 'file-kind', { name }));
}

/** The name of a file with the extension that matches its content. */
export function nameFor(name: string, { extension }: Pick<FoundKind, 'extension'>): string {
  const { name: stem, ext } = path.parse(name);
  if (ext.slice(1).toLowerCase() === extension || (extension === 'jpg' && /^\.jpeg$/i.test(ext))) return name;
  return `${TELLING_NAME.test(ext) ? stem : name}.${extension}`;
}

/** True for UTF-8 without control characters, as far as the beginning shows. */
async function isText(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(TEXT_PROBE), 0, TEXT_PROBE, 0);
    // A character may be split at the end of the part that was read.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead), { stream: true });
    return !/[^\P{Cc}\t\r\n]/u.test(text);
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

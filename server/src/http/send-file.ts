import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { ByteSpan } from '../files/blob-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { THUMB_TYPE } from '../files/picture.ts';
import type { findFile } from '../store/files/files.ts';
import { oneHeader } from './client-of.ts';

type StoredFile = Awaited<ReturnType<typeof findFile>>;

interface Found {
  file: Pick<StoredFile['file'], 'name' | 'kind' | 'type' | 'sizeBytes'>;
  hash: string;
  thumbHash: string | null;
  /** False when access must be checked on every request. By default the browser caches it. */
  isStored?: boolean;
}

/** Kinds that a browser displays inline; all others are downloaded. */
const SHOWN = new Set(['picture', 'video', 'audio']);

/**
 * Sends a file with ranges, or the thumbnail of a picture (`?size=thumb`). Whatever its content, it is never treated as
 * a page of ours: a browser neither guesses its type nor runs anything in it.
 */
export async function sendFile(
  request: FastifyRequest<{ Querystring: Record<string, string> }>,
  reply: FastifyReply,
  { blobs }: FileStore,
  { file, hash, thumbHash, isStored = true }: Found,
): Promise<FastifyReply> {
  const small = request.query['size'] === 'thumb';
  const wanted = small ? thumbHash : hash;
  if (wanted === null) throw new AppError('not-found', 'no-file');
  const etag = `"${wanted}"`;
  // A picture is sent whole; a clip can be watched from any moment.
  const ranged = !small && file.kind !== 'picture';
  const attached = request.query['download'] !== undefined || !SHOWN.has(file.kind);
  reply.headers({
    etag,
    // The bytes of an id never change. Another session of the same browser requests them again.
    'cache-control': isStored ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    vary: 'cookie',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `${attached ? 'attachment' : 'inline'}; ${fileNameParameter(file.name)}`,
    'accept-ranges': ranged ? 'bytes' : 'none',
  });
  if (oneHeader(request, 'if-none-match') === etag) return reply.code(304).send();
  if (small) return send(reply, await blobs.read(wanted), THUMB_TYPE);
  if (!ranged) return send(reply, await blobs.read(wanted), file.type);
  const size = file.sizeBytes;
  const ifRange = oneHeader(request, 'if-range');
  const span = byteRange(ifRange === undefined || ifRange === etag ? oneHeader(request, 'range') : undefined, size);
  if (span === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const bytes = await blobs.read(wanted, span ?? undefined);
  if (bytes) reply.header('content-length', span ? span.end - span.start + 1 : size);
  if (bytes && span) reply.code(206).header('content-range', `bytes ${span.start}-${span.end}/${size}`);
  return send(reply, bytes, file.type);
}

/** A row without its bytes, as after a restore of only the database, counts as a missing file. */
function send(reply: FastifyReply, bytes: Readable | null, type: string): FastifyReply {
  if (!bytes) {
    for (const name of ['etag', 'content-disposition', 'accept-ranges']) reply.removeHeader(name);
    throw new AppError('not-found', 'no-file');
  }
  return reply.type(type === 'text/plain' ? 'text/plain; charset=utf-8' : type).send(bytes);
}

/** The name in both forms (RFC 6266, section 4.3; RFC 8187, section 3.2.1). */
function fileNameParameter(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * The span requested by a `Range` header (RFC 9110, section 14.1.2): null for the whole, when the header has another
 * unit or form or requests several spans; 'none' when it lies outside.
 */
export function byteRange(header: string | undefined, size: number): ByteSpan | 'none' | null {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return start >= size || (first === '' && Number(last) === 0) ? 'none' : { start, end };
}

import { promisify } from 'node:util';
import { pipeline, type Readable } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from './accept-encoding.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Shorter text fits into a few packets anyway. */
const COMPRESS_FROM = 2048;

/**
 * Fast quality levels, since the text is compressed for one answer. The window limits the memory of a compression to
 * about 1 MB.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const GZIP = { level: 4 };
const COMPRESS = {
  br: (text: string) => brotli(text, BROTLI),
  gzip: (text: string) => zip(text, GZIP),
};

/** Sends a text, compressed when it is long and the client accepts that. Its type must be set already. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  const encoding = text.length < COMPRESS_FROM ? null : encodingFor(request);
  if (encoding === null) return reply.send(text);
  return reply.header('content-encoding', encoding).send(await COMPRESS[encoding](text));
}

/** The same for a text that is too long for one piece. */
export function streamCompressed(request: FastifyRequest, reply: FastifyReply, text: Readable): FastifyReply {
  reply.header('vary', 'accept-encoding');
  const encoding = encodingFor(request);
  if (encoding === null) return reply.send(text);
  const compressed = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP);
  // If the client disconnects, both streams end.
  pipeline(text, compressed, () => {});
  return reply.header('content-encoding', encoding).send(compressed);
}

import { readFile, stat } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendCompressed } from './send-compressed.ts';

/** The tag that tells the page the path below which it was loaded (web/src/api/base-path.ts). */
const metaOf = (base: string) => `<meta name="base-path" content="${base}" />`;

/** The page of the build, adapted to an application below this path: the URLs of its files and calls. */
export const withBase = (page: string, base: string): string =>
  page.replace('<head>', `<head>\n    ${metaOf(base)}`).replaceAll(/ (src|href)="\/(?!\/)/g, ` $1="${base}/`);

/** Reads the page once for each build. */
export function createBasedPage(file: string) {
  let read: { version: number; page: string } | null = null;
  return async (request: FastifyRequest, reply: FastifyReply, base: string): Promise<FastifyReply> => {
    const { mtimeMs } = await stat(file);
    if (read?.version !== mtimeMs) read = { version: mtimeMs, page: await readFile(file, 'utf8') };
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    return sendCompressed(request, reply, withBase(read.page, base));
  };
}

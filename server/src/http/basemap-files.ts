import type { FastifyInstance } from 'fastify';
import { CompressedFiles } from './compressed-files.ts';

const TYPES: Record<string, string> = {
  pbf: 'application/x-protobuf',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
};
/** Tiles outside the city are not there, which is no error. */
const TILE = /^tiles\/\d+\/\d+\/\d+\.pbf$/;

/** The offline basemap: styles, tiles and the world's outlines; rebuilt rarely, so an hour old is fine. */
export async function basemapFiles(app: FastifyInstance, root: string | null): Promise<void> {
  const files = root === null ? null : new CompressedFiles(root);
  app.get<{ Params: { '*': string } }>('/basemap/*', async (request, reply) => {
    const name = request.params['*'];
    const gzipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') && !name.endsWith('.png');
    const file = await files?.read(name, gzipped);
    if (!file)
      return TILE.test(name)
        ? reply.code(204).header('cache-control', 'public, max-age=3600').send()
        : reply.callNotFound();
    reply.headers({ etag: file.etag, 'cache-control': 'public, max-age=3600', vary: 'accept-encoding' });
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
    if (file.encoding) reply.header('content-encoding', file.encoding);
    return reply.type(TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream').send(file.body);
  });
}

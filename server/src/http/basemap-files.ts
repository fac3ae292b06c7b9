import type { FastifyInstance } from 'fastify';
import type { MapFile } from '../map-file/map-file.ts';
import { encodingFor } from './accept-encoding.ts';
import { CompressedFiles } from './compressed-files.ts';
import { mapFileStyle, mapFileTiles } from './map-file-tiles.ts';
import { removePageHeaders } from './security-headers.ts';
import { sendCompressed } from './send-compressed.ts';

const TYPES: Record<string, string> = {
  pbf: 'application/x-protobuf',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
};
/** Missing tiles outside the city are no error. */
const TILE = /^(?:tiles|world)\/\d+\/\d+\/\d+\.pbf$/;
const STYLE = /^style-\w+\.json$/;

/** The offline basemap: styles, tiles and the world's outlines; rebuilt rarely, so it may be cached for an hour. */
export async function basemapFiles(app: FastifyInstance, root: string | null, mapFile: MapFile): Promise<void> {
  const files = root === null ? null : new CompressedFiles(root);
  mapFileTiles(app, mapFile);
  app.get<{ Params: { '*': string } }>('/basemap/*', async (request, reply) => {
    const name = request.params['*'];
    removePageHeaders(reply);
    const own = mapFileStyle(mapFile, name);
    if (own) {
      reply.headers({ etag: own.etag, 'cache-control': 'no-cache' });
      if (request.headers['if-none-match'] === own.etag)
        return reply.header('vary', 'accept-encoding').code(304).send();
      return sendCompressed(request, reply.type('application/json; charset=utf-8'), own.body);
    }
    const file = await files?.read(name, name.endsWith('.png') ? null : encodingFor(request));
    if (!file)
      return TILE.test(name)
        ? reply.code(204).header('cache-control', 'public, max-age=3600').send()
        : reply.callNotFound();
    // Configuring a map file changes the style.
    const cached = STYLE.test(name) ? 'no-cache' : 'public, max-age=3600';
    reply.headers({ etag: file.etag, 'cache-control': cached, vary: 'accept-encoding' });
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
    if (file.encoding) reply.header('content-encoding', file.encoding);
    return reply.type(TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream').send(file.body);
  });
}

import { createHash } from 'node:crypto';
import { mapStyle } from '@milepost/city/map-file/map-style';
import { MapFileFault } from '@milepost/city/map-file/map-file-fault';
import type { FastifyInstance } from 'fastify';
import type { MapFile } from '../map-file/map-file.ts';
import { encodingFor } from './accept-encoding.ts';

type Tile = { Params: { version: string; z: string; x: string; y: string } };

const EMPTY_FOR = 'public, max-age=3600';
/** The version is part of the URL, whose content never changes. */
const CACHED_FOR = 'public, max-age=31536000, immutable';

/** Serves the tiles of the map file unchanged. */
export function mapFileTiles(app: FastifyInstance, mapFile: MapFile): void {
  app.get<Tile>('/basemap/map/:version/:z(^\\d{1,2}$)/:x(^\\d{1,8}$)/:y(^\\d{1,8}$).pbf', async (request, reply) => {
    const { version, ...place } = request.params;
    const [z, x, y] = [Number(place.z), Number(place.x), Number(place.y)];
    const archive = mapFile.current()?.archive;
    // The file may be back in a moment.
    if (!archive) return reply.code(204).header('cache-control', 'no-cache').send();
    const { encoding } = archive;
    const takes = encoding && encodingFor(request, [encoding]) !== null;
    const tile = await orMissingTile(takes ? archive.storedTile(z, x, y) : archive.tile(z, x, y));
    if (!tile) return reply.code(204).header('cache-control', EMPTY_FOR).send();
    reply
      .header('cache-control', version === archive.version ? CACHED_FOR : 'no-cache')
      .header('vary', 'accept-encoding')
      .type('application/x-protobuf');
    if (takes) reply.header('content-encoding', encoding);
    return reply.send(tile);
  });
}

/** A damaged tile becomes an empty spot on the map. */
async function orMissingTile(reading: Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof MapFileFault) return null;
    throw error;
  }
}

/** The style of the map file, which replaces the offline one; null when there is no file. */
export function mapFileStyle(mapFile: MapFile, name: string): { etag: string; body: string } | null {
  const theme = /^style-(light|dark)\.json$/.exec(name)?.[1];
  const map = mapFile.current();
  if (!map || (theme !== 'light' && theme !== 'dark')) return null;
  const body = JSON.stringify(mapStyle(map, theme));
  // A hash of the style, not of the file: an update of Milepost draws the same file in another style. Weak, since it is
  // the same for all encodings.
  return { etag: `W/"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`, body };
}

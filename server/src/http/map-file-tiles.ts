import { mapStyle } from '@milepost/city/map-file/map-style';
import { MapFileFault } from '@milepost/city/map-file/map-file-fault';
import type { StreetMap } from '@milepost/city/map-file/street-map';
import type { FastifyInstance } from 'fastify';
import type { MapFile } from '../map-file/map-file.ts';

type Tile = { Params: { version: string; z: string; x: string; y: string } };

const EMPTY_FOR = 'public, max-age=3600';
/** The version is part of the address: what is there never changes. */
const KEPT_FOR = 'public, max-age=31536000, immutable';

/** Tiles of the map file, as they lie in it. */
export function mapFileTiles(app: FastifyInstance, mapFile: MapFile): void {
  app.get<Tile>('/basemap/map/:version/:z(^\\d{1,2}$)/:x(^\\d{1,8}$)/:y(^\\d{1,8}$).pbf', async (request, reply) => {
    const { version, ...place } = request.params;
    const [z, x, y] = [Number(place.z), Number(place.x), Number(place.y)];
    const archive = mapFile.current()?.archive;
    const stored = archive ? await readTile(archive, z, x, y) : null;
    if (!archive || !stored) return reply.code(204).header('cache-control', EMPTY_FOR).send();
    const { encoding } = archive;
    const takes = encoding && new RegExp(`\\b${encoding}\\b`).test(request.headers['accept-encoding'] ?? '');
    reply
      .header('cache-control', version === archive.version ? KEPT_FOR : 'no-cache')
      .header('vary', 'accept-encoding')
      .type('application/x-protobuf');
    if (takes) reply.header('content-encoding', encoding);
    return reply.send(takes || !encoding ? stored : await archive.unpack(stored));
  });
}

/** A damaged tile is a hole in the map. */
async function readTile(archive: StreetMap['archive'], z: number, x: number, y: number): Promise<Uint8Array | null> {
  try {
    return await archive.storedTile(z, x, y);
  } catch (error) {
    if (error instanceof MapFileFault) return null;
    throw error;
  }
}

/** The style of the map file, which takes the place of the offline one; null where there is no file. */
export function mapFileStyle(mapFile: MapFile, name: string): { etag: string; body: object } | null {
  const theme = /^style-(light|dark)\.json$/.exec(name)?.[1];
  const map = mapFile.current();
  if (!map || (theme !== 'light' && theme !== 'dark')) return null;
  return { etag: `"map-${map.archive.version}"`, body: mapStyle(map, theme) };
}

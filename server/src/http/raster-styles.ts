import type { RasterMap } from '@milepost/contract/raster-map';
import type { FastifyInstance } from 'fastify';

/** Where the style of the map of pictures at this place of the settings is. */
export const rasterStylePath = (index: number): string => `/basemap/raster-${index}.json`;

/** A style for each map of pictures, so that browsers draw it as any other. */
export function rasterStyles(app: FastifyInstance, rasters: readonly RasterMap[]): void {
  for (const [index, raster] of rasters.entries()) {
    app.get(rasterStylePath(index), (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(styleOf(raster)),
    );
  }
}

function styleOf({ url, attribution, maxZoom, tileSize }: RasterMap) {
  return {
    version: 8,
    sources: {
      pictures: { type: 'raster', tiles: [url], tileSize, maxzoom: maxZoom, attribution: escape(attribution) },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': '#8a9199' } },
      { id: 'pictures', type: 'raster', source: 'pictures' },
    ],
  };
}

/** The map draws attributions as HTML. */
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

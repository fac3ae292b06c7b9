import type { RasterMap } from '@milepost/contract/raster-map';
import type { FastifyInstance } from 'fastify';

/** The URL of the style for the raster map at this index of the settings. */
export const rasterStylePath = (index: number): string => `/basemap/raster-${index}.json`;

/** A style for each raster map, so that browsers draw it like any other. */
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

/** The map renders attributions as HTML. */
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';

const pairs = (places: readonly Place[]) => `(${places.map(({ lat, lon }) => `${lon} ${lat}`).join(', ')})`;

/** Polygons and lines as well-known text (OGC 06-103r4, clause 7), longitude first. */
export function toWkt(shape: FenceShape): string {
  if (shape.kind === 'corridor') return `LINESTRING ${pairs(shape.line)}`;
  if (shape.kind === 'circle') return `POINT ${pairs([shape.centre])}`;
  return `POLYGON (${shape.rings.map((ring) => pairs([...ring, ...ring.slice(0, 1)])).join(', ')})`;
}

/** The shape that a text tells; null for what is none. */
export function readWkt(text: string, sizes: { radiusM: number; halfWidthM: number }): FenceShape | null {
  const [, kind, body] =
    /^\s*(?:SRID=4326;)?\s*(POLYGON|LINESTRING|POINT)\s*(?:Z|M|ZM)?\s*(\(.*\))\s*$/is.exec(text) ?? [];
  if (kind === undefined || body === undefined) return null;
  const lists = [...body.matchAll(/\(([^()]+)\)/g)].map(([, inner = '']) =>
    inner.split(',').map((pair) => {
      const [lon, lat] = pair.trim().split(/\s+/);
      return { lat: Number.parseFloat(lat ?? ''), lon: Number.parseFloat(lon ?? '') };
    }),
  );
  const [first = []] = lists;
  switch (kind.toUpperCase()) {
    case 'POLYGON':
      return { kind: 'polygon', rings: lists };
    case 'LINESTRING':
      return { kind: 'corridor', line: first, halfWidthM: sizes.halfWidthM };
    default:
      return first[0] ? { kind: 'circle', centre: first[0], radiusM: sizes.radiusM } : null;
  }
}

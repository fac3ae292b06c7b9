import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';
import { joinHalves } from './join-halves.ts';

const pairs = (places: readonly Place[]) => `(${places.map(({ lat, lon }) => `${lon} ${lat}`).join(', ')})`;

/** Polygons and lines as well-known text (OGC 06-103r4, clause 7), longitude first. */
export function toWkt(shape: FenceShape): string {
  if (shape.kind === 'corridor') return `LINESTRING ${pairs(shape.line)}`;
  if (shape.kind === 'circle') return `POINT ${pairs([shape.centre])}`;
  return `POLYGON (${shape.rings.map((ring) => pairs([...ring, ...ring.slice(0, 1)])).join(', ')})`;
}

const NUMBERS = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** Parses latitude and longitude from `77.59 12.97` or `77.59 12.97 0`. */
function placeOf(pair: string, latFirst: boolean): Place {
  const [first = Number.NaN, second = Number.NaN] = (pair.match(NUMBERS) ?? []).map(Number);
  return latFirst ? { lat: first, lon: second } : { lat: second, lon: first };
}

/**
 * The shapes in a text, each part of a multi-part geometry separately; null if invalid. `CIRCLE (lat lon, metres)` is
 * Traccar's own extension, with the latitude first.
 * @param latFirst true if the latitude is first in all texts, as Traccar writes them
 */
export function readWkt(
  text: string,
  sizes: { radiusM: number; halfWidthM: number },
  latFirst = false,
): FenceShape[] | null {
  const [, kind = '', body = ''] =
    /^\s*(?:SRID=4326;)?\s*(?:MULTI)?(POLYGON|LINESTRING|POINT|CIRCLE)\s*(?:ZM|Z|M)?\s*(\(.*\))\s*$/is.exec(text) ?? [];
  const lists = (part: string) =>
    [...part.matchAll(/\(([^()]+)\)/g)].map(([, inner = '']) =>
      inner.split(',').map((pair) => placeOf(pair, latFirst)),
    );
  switch (kind.toUpperCase()) {
    case 'POLYGON': {
      const parts = /^\s*\(\s*\(\s*\(/.test(body) ? body.split(/\)\s*\)\s*,/).map((part) => `${part})`) : [body];
      return joinHalves(parts.map((part): FenceShape => ({ kind: 'polygon', rings: lists(part) })));
    }
    case 'LINESTRING':
      return lists(body).map((line) => ({ kind: 'corridor', line, halfWidthM: sizes.halfWidthM }));
    case 'CIRCLE': {
      const [centre = '', radius = ''] = body.replaceAll(/[()]/g, '').split(',');
      return [{ kind: 'circle', centre: placeOf(centre, true), radiusM: Number(radius) || sizes.radiusM }];
    }
    case 'POINT':
      return lists(body)
        .flat()
        .map((centre) => ({ kind: 'circle', centre, radiusM: sizes.radiusM }));
    default:
      return null;
  }
}

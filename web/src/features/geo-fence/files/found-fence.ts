import { hasUnknownBytes } from '@milepost/contract/encodings';
import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';
import { shapeFault, type ShapeFault, tidyShape } from '@milepost/contract/shape-fault';
import { mapPlaces, swapShape } from './swapped.ts';
import { cleanLine, cleanLines } from '../../../text/clean-text.ts';

/** The reason why a file is unreadable. */
export type FileFaultCode =
  | 'too-large'
  | 'too-many'
  | 'unknown'
  | 'zipped'
  | 'binary'
  | 'empty'
  | 'bad-json'
  | 'bad-geojson'
  | 'bad-kml'
  | 'no-columns'
  | 'quotes'
  | 'nothing';

export class FileFault extends Error {
  readonly code: FileFaultCode;
  constructor(code: FileFaultCode) {
    super(code);
    this.name = 'FileFault';
    this.code = code;
  }
}

const READING_FAULTS = ['no-geometry', 'other-geometry', 'bad-number', 'bad-wkt', 'lost-letters'] as const;
interface ReadingFault {
  code: (typeof READING_FAULTS)[number];
}
export type FoundFault = ShapeFault | ReadingFault;
export const isReadingFault = (fault: FoundFault): fault is ReadingFault =>
  READING_FAULTS.some((code) => code === fault.code);

/** A geofence in a row, feature or placemark of a file. */
export interface FoundFence {
  /** Counted from 1, without the heading of a table. */
  row: number;
  name: string;
  description: string | null;
  colour: string | null;
  tags: string[];
  speedLimitKph: number | null;
  betweenFixes: boolean;
  /** Null if there is an error. */
  shape: FenceShape | null;
  fault: FoundFault | null;
}

/** The sizes for geofences that are only a point or a line in the file, metres. */
export interface Sizes {
  radiusM: number;
  halfWidthM: number;
  /** True if the latitude is first, against the format. */
  swapped?: boolean;
}

/** The fields besides the shape, under any of the names that programs use. */
export function fieldsOf(
  row: number,
  read: (...names: string[]) => string | null,
): Omit<FoundFence, 'shape' | 'fault'> {
  const limit = Number(read('speedLimitKph', 'speed_limit', 'maxspeed') ?? Number.NaN);
  return {
    row,
    name: cleanLine(read('name', 'title', 'label') ?? '', 80),
    description: cleanLines(read('description', 'desc', 'note') ?? '', 500) || null,
    colour: readColour(read('colour', 'color', 'fill', 'stroke', 'marker-color')),
    tags: readTags(read('tags', 'tag', 'category')),
    speedLimitKph: limit >= 5 && limit <= 250 ? limit : null,
    betweenFixes: /^(?:true|yes|1)$/i.test(read('betweenFixes', 'between_fixes')?.trim() ?? ''),
  };
}

/** The name of one part of a geometry, counted from 0. */
export function partName(name: string, row: number, part: number): string {
  const number = ` ${part + 1}`;
  return cleanLine(name || String(row), 80 - number.length) + number;
}

export function readTags(text: string | null): string[] {
  const tags = (text ?? '').split(/[;,]/).map((tag) => cleanLine(tag, 30));
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, 12);
}

/** `#rgb` and `#rrggbb`, with or without the sign; null for anything else. */
export function readColour(text: string | null): string | null {
  const [, hex] = /^#?([0-9a-f]{6}|[0-9a-f]{3})(?:[0-9a-f]{2})?$/i.exec(text?.trim() ?? '') ?? [];
  if (hex === undefined) return null;
  return `#${hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex}`.toLowerCase();
}

const isLost = (text: string) => text.includes('\uFFFD') || hasUnknownBytes(text);

/**
 * Normalises longitudes that continue past the 180th meridian, as rotating maps produce them: up to once around the
 * world.
 */
const turned = ({ lat, lon }: Place): Place => {
  if (Math.abs(lon) <= 180 || Math.abs(lon) > 360) return { lat, lon };
  return { lat, lon: lon > 0 ? lon - 360 : lon + 360 };
};

/** The geofence with its cleaned shape, or with the shape's error. */
export function withCheckedShape(
  fields: Omit<FoundFence, 'shape' | 'fault'>,
  shape: FenceShape | FoundFault,
  { swapped = false }: Sizes,
): FoundFence {
  if ('code' in shape) return { ...fields, shape: null, fault: shape };
  if ([fields.name, fields.description ?? '', ...fields.tags].some(isLost)) {
    return { ...fields, shape: null, fault: { code: 'lost-letters' } };
  }
  const tidy = tidyShape(mapPlaces(swapped ? swapShape(shape) : shape, turned));
  const fault = shapeFault(tidy);
  return { ...fields, shape: fault ? null : tidy, fault };
}

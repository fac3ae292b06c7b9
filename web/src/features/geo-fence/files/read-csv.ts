import type { FenceShape } from '@milepost/contract/fence-shape-types';
import {
  fieldsOf,
  FileFault,
  type FoundFault,
  type FoundFence,
  withCheckedShape,
  partName,
  type Sizes,
} from './found-fence.ts';
import { readCsvRows } from '../../../ui/data-table/read-csv-rows.ts';
import { readAttributes } from './traccar.ts';
import { readWkt } from './wkt.ts';

/** The column names that other programs use. */
const LAT = ['lat', 'latitude', 'y'];
const LON = ['lon', 'lng', 'long', 'longitude', 'x'];
const WKT = ['wkt', 'geometry', 'geom', 'shape', 'area', 'the_geom', 'wkt_geom'];

const WELL_KNOWN = /^\s*(?:SRID=\d+;)?\s*(?:MULTI)?(?:POLYGON|LINESTRING|POINT|CIRCLE)\b/i;
/** Traccar's own format, which is not valid well-known text. */
const CIRCLE = /^\s*CIRCLE\b/i;

/**
 * The geofences of a table: circles by `lat`, `lon` and `radiusM`; areas and corridors (`halfWidthM`) by `wkt`. In a
 * table of Traccar the text has the latitude first and can be a circle, and the attributes contain the width of lines.
 * @throws FileFault
 */
export function readCsvFences(text: string, sizes: Sizes): FoundFence[] {
  const lines = readCsvRows(text);
  if (lines === null) throw new FileFault('quotes');
  const [heading = [], ...rows] = lines;
  const columns = new Map(heading.map((name, index) => [name.trim().toLowerCase(), index]));
  const has = (names: readonly string[]) => names.some((name) => columns.has(name));
  const hasPlaces = has(LAT) && has(LON);
  const anyCell = (name: string, looks: RegExp) =>
    rows.some((cells) => looks.test(cells[columns.get(name) ?? -1] ?? ''));
  const wkts = WKT.filter((name) => columns.has(name));
  if (wkts.length === 0 && !hasPlaces) throw new FileFault('no-columns');
  // A column "area" can contain square metres instead.
  const wkt = wkts.find((name) => anyCell(name, WELL_KNOWN)) ?? (hasPlaces ? undefined : wkts[0]);
  const isTraccar =
    wkt === 'area' || (has(['attributes']) && has(['calendarid'])) || (wkt !== undefined && anyCell(wkt, CIRCLE));
  return rows.flatMap((cells, index) => {
    const read = (...names: string[]) => {
      for (const name of names) {
        const at = columns.get(name.toLowerCase());
        const cell = at === undefined ? undefined : cells[at]?.trim();
        if (cell) return cell;
      }
      return null;
    };
    const row = index + 1;
    const fields = fieldsOf(row, read);
    const own = readAttributes(read('attributes'));
    const geometryText = wkt === undefined ? null : read(wkt);
    const measures = { ...sizes, ...own.sizes };
    const shapes =
      geometryText === null ? [circleOf(read, measures)] : shapesOf(geometryText, read, measures, isTraccar);
    const colour = fields.colour ?? own.colour;
    return shapes.map((shape, part) => {
      const name = shapes.length === 1 ? fields.name : partName(fields.name, row, part);
      return withCheckedShape({ ...fields, colour, name }, shape, sizes);
    });
  });
}

type Read = (...names: string[]) => string | null;

function measuresOf(read: Read, sizes: Sizes): Sizes | null {
  const [radius, halfWidth] = [read('radiusM', 'radius'), read('halfWidthM', 'half_width', 'width')];
  const radiusM = radius === null ? sizes.radiusM : toNumber(radius);
  const halfWidthM = halfWidth === null ? sizes.halfWidthM : toNumber(halfWidth);
  return Number.isNaN(radiusM + halfWidthM) ? null : { radiusM, halfWidthM };
}

function shapesOf(text: string, read: Read, sizes: Sizes, isTraccar: boolean): (FenceShape | FoundFault)[] {
  const measures = measuresOf(read, sizes);
  return measures === null ? [{ code: 'bad-number' }] : (readWkt(text, measures, isTraccar) ?? [{ code: 'bad-wkt' }]);
}

function circleOf(read: Read, sizes: Sizes): FenceShape | FoundFault {
  const measures = measuresOf(read, sizes);
  if (measures === null) return { code: 'bad-number' };
  const [lat, lon] = [read(...LAT), read(...LON)];
  if (lat === null || lon === null) return { code: 'no-geometry' };
  const centre = { lat: toNumber(lat), lon: toNumber(lon) };
  if (Number.isNaN(centre.lat + centre.lon)) return { code: 'bad-number' };
  return { kind: 'circle', centre, radiusM: measures.radiusM };
}

/** Half of Europe writes a decimal comma. */
const toNumber = (text: string) => Number(text.replace(/^(-?\d+),(\d+)$/, '$1.$2'));

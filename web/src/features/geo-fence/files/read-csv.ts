import type { FenceShape } from '@milepost/contract/fence-shape-types';
import { fieldsOf, FileFault, type FoundFault, type FoundFence, judged, type Sizes } from './found-fence.ts';
import { readCsvRows } from '../../../ui/data-table/read-csv-rows.ts';
import { readWkt } from './wkt.ts';

/** Names of columns that other programs use. */
const LAT = ['lat', 'latitude', 'y'];
const LON = ['lon', 'lng', 'long', 'longitude', 'x'];
const WKT = ['wkt', 'geometry', 'geom', 'shape'];

/**
 * Fences of a table: circles by `lat`, `lon` and `radiusM`; areas and corridors (`halfWidthM`) by `wkt`.
 * @throws FileFault
 */
export function readCsvFences(text: string, sizes: Sizes): FoundFence[] {
  const lines = readCsvRows(text);
  if (lines === null) throw new FileFault('quotes');
  const [heading = [], ...rows] = lines;
  const columns = new Map(heading.map((name, index) => [name.trim().toLowerCase(), index]));
  const has = (names: readonly string[]) => names.some((name) => columns.has(name));
  if (!has(WKT) && !(has(LAT) && has(LON))) throw new FileFault('no-columns');
  return rows.map((cells, index) => {
    const read = (...names: string[]) => {
      for (const name of names) {
        const at = columns.get(name.toLowerCase());
        const cell = at === undefined ? undefined : cells[at]?.trim();
        if (cell) return cell;
      }
      return null;
    };
    return judged(fieldsOf(index + 1, read), shapeOf(read, sizes));
  });
}

function shapeOf(read: (...names: string[]) => string | null, sizes: Sizes): FenceShape | FoundFault {
  const measures = { radiusM: sizes.radiusM, halfWidthM: sizes.halfWidthM };
  const [radius, halfWidth] = [read('radiusM', 'radius'), read('halfWidthM', 'half_width', 'width')];
  if (radius !== null) measures.radiusM = toNumber(radius);
  if (halfWidth !== null) measures.halfWidthM = toNumber(halfWidth);
  if (Number.isNaN(measures.radiusM + measures.halfWidthM)) return { code: 'bad-number' };
  const wkt = read(...WKT);
  if (wkt !== null) return readWkt(wkt, measures) ?? { code: 'bad-wkt' };
  const [lat, lon] = [read(...LAT), read(...LON)];
  if (lat === null || lon === null) return { code: 'no-geometry' };
  const centre = { lat: toNumber(lat), lon: toNumber(lon) };
  if (Number.isNaN(centre.lat + centre.lon)) return { code: 'bad-number' };
  return { kind: 'circle', centre, radiusM: measures.radiusM };
}

/** Half of Europe writes a comma before the decimals. */
const toNumber = (text: string) => Number(text.replace(/^(-?\d+),(\d+)$/, '$1.$2'));

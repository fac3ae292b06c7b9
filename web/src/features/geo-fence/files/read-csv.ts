import type { FenceShape } from '@milepost/contract/fence-shape-types';
import { fieldsOf, FileFault, type FoundFault, type FoundFence, judged, partName, type Sizes } from './found-fence.ts';
import { readCsvRows } from '../../../ui/data-table/read-csv-rows.ts';
import { readWkt } from './wkt.ts';

/** Names of columns that other programs use. */
const LAT = ['lat', 'latitude', 'y'];
const LON = ['lon', 'lng', 'long', 'longitude', 'x'];
const WKT = ['wkt', 'geometry', 'geom', 'shape', 'area', 'the_geom', 'wkt_geom'];

/**
 * Fences of a table: circles by `lat`, `lon` and `radiusM`; areas and corridors (`halfWidthM`) by `wkt`. Of a table of
 * Traccar the text has the latitude first, circles, and the width of lines among the attributes.
 * @throws FileFault
 */
export function readCsvFences(text: string, sizes: Sizes): FoundFence[] {
  const lines = readCsvRows(text);
  if (lines === null) throw new FileFault('quotes');
  const [heading = [], ...rows] = lines;
  const columns = new Map(heading.map((name, index) => [name.trim().toLowerCase(), index]));
  const has = (names: readonly string[]) => names.some((name) => columns.has(name));
  if (!has(WKT) && !(has(LAT) && has(LON))) throw new FileFault('no-columns');
  const isTraccar = has(['area']) || (has(['attributes']) && has(['calendarid']));
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
    const shapes = shapesOf(read, { ...sizes, ...distanceIn(read('attributes')) }, isTraccar);
    return shapes.map((shape, part) =>
      judged(shapes.length === 1 ? fields : { ...fields, name: partName(fields.name, row, part) }, shape, sizes),
    );
  });
}

/** Traccar keeps the width of a line among the attributes, as the distance to each side. */
function distanceIn(attributes: string | null): Partial<Sizes> {
  const [, distance] = /"polylineDistance"\s*:\s*"?(\d+(?:\.\d+)?)/.exec(attributes ?? '') ?? [];
  return distance === undefined ? {} : { halfWidthM: Number(distance) };
}

function shapesOf(
  read: (...names: string[]) => string | null,
  sizes: Sizes,
  isTraccar: boolean,
): (FenceShape | FoundFault)[] {
  const measures = { radiusM: sizes.radiusM, halfWidthM: sizes.halfWidthM };
  const [radius, halfWidth] = [read('radiusM', 'radius'), read('halfWidthM', 'half_width', 'width')];
  if (radius !== null) measures.radiusM = toNumber(radius);
  if (halfWidth !== null) measures.halfWidthM = toNumber(halfWidth);
  if (Number.isNaN(measures.radiusM + measures.halfWidthM)) return [{ code: 'bad-number' }];
  const wkt = read(...WKT);
  if (wkt !== null) return readWkt(wkt, measures, isTraccar) ?? [{ code: 'bad-wkt' }];
  const [lat, lon] = [read(...LAT), read(...LON)];
  if (lat === null || lon === null) return [{ code: 'no-geometry' }];
  const centre = { lat: toNumber(lat), lon: toNumber(lon) };
  if (Number.isNaN(centre.lat + centre.lon)) return [{ code: 'bad-number' }];
  return [{ kind: 'circle', centre, radiusM: measures.radiusM }];
}

/** Half of Europe writes a comma before the decimals. */
const toNumber = (text: string) => Number(text.replace(/^(-?\d+),(\d+)$/, '$1.$2'));

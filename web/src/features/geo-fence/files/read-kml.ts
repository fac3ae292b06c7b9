import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';
import {
  fieldsOf,
  FileFault,
  type FoundFault,
  type FoundFence,
  judged,
  partName,
  readColour,
  type Sizes,
} from './found-fence.ts';

/** Elements below another, of a name in whatever namespace. */
const below = (parent: Element | Document, name: string): Element[] =>
  [...parent.getElementsByTagName('*')].filter((element) => element.localName === name);
const textOf = (parent: Element, name: string): string | null => below(parent, name)[0]?.textContent ?? null;

/**
 * Fences of KML (OGC 12-007r2): areas with holes, lines as corridors, points as circles.
 * @throws FileFault
 */
export function readKml(text: string, sizes: Sizes): FoundFence[] {
  // KML has none; entities of a file's own could make a few lines into gigabytes.
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new FileFault('bad-kml');
  const document = new DOMParser().parseFromString(text, 'application/xml');
  if (document.getElementsByTagName('parsererror').length > 0) throw new FileFault('bad-kml');
  if (document.documentElement?.localName !== 'kml') throw new FileFault('bad-kml');
  const styles = new Map(below(document, 'Style').map((style) => [`#${style.getAttribute('id')}`, style]));
  return below(document, 'Placemark').flatMap((mark, index) => fencesOf(mark, index + 1, sizes, styles));
}

function fencesOf(mark: Element, row: number, sizes: Sizes, styles: ReadonlyMap<string, Element>): FoundFence[] {
  const extended = new Map(
    [...below(mark, 'Data'), ...below(mark, 'SimpleData')].map((data) => [
      data.getAttribute('name')?.toLowerCase(),
      (textOf(data, 'value') ?? data.textContent ?? '').trim(),
    ]),
  );
  const child = (name: string) => [...mark.children].find((one) => one.localName === name)?.textContent ?? null;
  const read = (...names: string[]) => {
    for (const name of names) {
      const value = extended.get(name.toLowerCase()) ?? child(name);
      if (value) return value;
    }
    return null;
  };
  const fields = fieldsOf(row, read);
  const style = below(mark, 'Style')[0] ?? styles.get(child('styleUrl')?.trim() ?? '');
  const colour = fields.colour ?? (style ? colourOf(style) : null);
  const own = (name: string, other: number) => Number(extended.get(name) ?? other);
  const measures = { radiusM: own('radiusm', sizes.radiusM), halfWidthM: own('halfwidthm', sizes.halfWidthM) };
  const shapes = circleOf(extended, measures) ?? shapesOf(mark, measures);
  return shapes.map((shape, part) => {
    const name = shapes.length === 1 ? fields.name : partName(fields.name, row, part);
    return judged({ ...fields, colour, name }, shape);
  });
}

/** KML writes alpha, blue, green, red. */
function colourOf(style: Element): string | null {
  const text = textOf(style, 'color')?.trim() ?? '';
  const [, blue, green, red] = /^[0-9a-f]{2}([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  return red === undefined ? null : readColour(`${red}${green}${blue}`);
}

/** A circle that we wrote ourselves: its outline is for other programs. */
function circleOf(extended: ReadonlyMap<string | undefined, string>, { radiusM }: Sizes): FenceShape[] | null {
  const [lat, lon] = [extended.get('lat'), extended.get('lon')];
  if (extended.get('kind') !== 'circle' || !lat || !lon) return null;
  return [{ kind: 'circle', centre: { lat: Number(lat), lon: Number(lon) }, radiusM }];
}

function shapesOf(mark: Element, { radiusM, halfWidthM }: Sizes): (FenceShape | FoundFault)[] {
  const shapes: (FenceShape | FoundFault)[] = [
    ...below(mark, 'Polygon').map((polygon): FenceShape => {
      const ringsOf = (name: string) => below(polygon, name).map((ring) => readPlaces(textOf(ring, 'coordinates')));
      return { kind: 'polygon', rings: [...ringsOf('outerBoundaryIs'), ...ringsOf('innerBoundaryIs')] };
    }),
    ...below(mark, 'LineString').map((line): FenceShape => ({
      kind: 'corridor',
      line: readPlaces(textOf(line, 'coordinates')),
      halfWidthM,
    })),
    ...below(mark, 'Point').flatMap((point) =>
      readPlaces(textOf(point, 'coordinates')).map((centre): FenceShape => ({ kind: 'circle', centre, radiusM })),
    ),
  ];
  return shapes.length > 0 ? shapes : [{ code: 'no-geometry' }];
}

/** "lon,lat,altitude" after "lon,lat,altitude", with white space between. */
function readPlaces(text: string | null): Place[] {
  const tuples = (text ?? '')
    .trim()
    .split(/\s+/)
    .filter((tuple) => tuple !== '');
  return tuples.map((tuple) => {
    const [lon, lat] = tuple.split(',');
    return { lat: Number.parseFloat(lat ?? ''), lon: Number.parseFloat(lon ?? '') };
  });
}

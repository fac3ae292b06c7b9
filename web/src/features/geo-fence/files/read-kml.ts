import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';
import {
  fieldsOf,
  FileFault,
  type FoundFault,
  type FoundFence,
  withCheckedShape,
  partName,
  readColour,
  type Sizes,
} from './found-fence.ts';
import { joinHalves } from './join-halves.ts';

/** Descendant elements with a name in any namespace. */
const below = (parent: Element | Document, name: string): Element[] =>
  [...parent.getElementsByTagName('*')].filter((element) => element.localName === name);
const textOf = (parent: Element, name: string): string | null => below(parent, name)[0]?.textContent ?? null;

/**
 * The geofences of KML (OGC 12-007r2): areas with inner rings, lines as corridors, points as circles.
 * @throws FileFault
 */
export function readKml(text: string, sizes: Sizes): FoundFence[] {
  // KML has none; entities defined by a file could expand a few lines to gigabytes.
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new FileFault('bad-kml');
  const document = new DOMParser().parseFromString(text, 'application/xml');
  if (document.getElementsByTagName('parsererror').length > 0) throw new FileFault('bad-kml');
  if (document.documentElement?.localName !== 'kml') throw new FileFault('bad-kml');
  const styles = new Map(
    STYLES.flatMap((name) => below(document, name)).map((style) => [
      style.getAttribute('id') ?? style.getAttribute('kml:id') ?? '',
      style,
    ]),
  );
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
  const own = [...mark.children].find(({ localName }) => STYLES.includes(localName));
  const style = plainStyle(own ?? styles.get(styleId(child('styleUrl'))), styles);
  const colour = fields.colour ?? (style ? colourOf(style) : null);
  const size = (name: string, other: number) => Number(extended.get(name) ?? other);
  const measures = { radiusM: size('radiusm', sizes.radiusM), halfWidthM: size('halfwidthm', sizes.halfWidthM) };
  const shapes = circleOf(extended, measures) ?? shapesOf(mark, measures);
  return shapes.map((shape, part) => {
    const name = shapes.length === 1 ? fields.name : partName(fields.name, row, part);
    return withCheckedShape({ ...fields, description: plainText(fields.description), colour, name }, shape, sizes);
  });
}

/** The id of a style in this file or another one: `#yard`, `styles.kml#yard`. */
const styleId = (url: string | null): string => url?.trim().replace(/^.*#/, '') ?? '';

/** A style; a pair of styles; and the element that Google Earth on the web writes around each style of a pair. */
const STYLES = ['Style', 'StyleMap', 'CascadingStyle'];
/** Pairs refer to styles, and in the files of some programs to pairs. */
const MAX_STEPS = 4;

/** For a pair, the style of a placemark without the pointer on it (OGC 12-007r2, clause 12.5). */
function plainStyle(
  style: Element | undefined,
  styles: ReadonlyMap<string, Element>,
  steps = MAX_STEPS,
): Element | undefined {
  if (style === undefined || style.localName === 'Style' || steps === 0) return style;
  if (style.localName === 'CascadingStyle') return below(style, 'Style')[0];
  const pairs = below(style, 'Pair');
  const pair = pairs.find((one) => textOf(one, 'key')?.trim() === 'normal') ?? pairs[0];
  const next = pair && (below(pair, 'Style')[0] ?? styles.get(styleId(textOf(pair, 'styleUrl'))));
  return plainStyle(next, styles, steps - 1);
}

/** The visible text of HTML that programs write. */
function plainText(html: string | null): string | null {
  if (html === null || !/<[a-z!/][^>]*>/i.test(html)) return html;
  const text = html
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/li)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return text.trim() || null;
}

/** KML writes alpha, blue, green, red. The colour of an area takes precedence over that of its outline or icon. */
function colourOf(style: Element): string | null {
  const part = ['PolyStyle', 'LineStyle', 'IconStyle']
    .flatMap((name) => below(style, name))
    .find((one) => textOf(one, 'color'));
  const text = (part && textOf(part, 'color'))?.trim() ?? '';
  const [, blue, green, red] = /^[0-9a-f]{2}([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  return red === undefined ? null : readColour(`${red}${green}${blue}`);
}

/** A circle of our own export: its outline is for other programs. */
function circleOf(extended: ReadonlyMap<string | undefined, string>, { radiusM }: Sizes): FenceShape[] | null {
  const [lat, lon] = [extended.get('lat'), extended.get('lon')];
  if (extended.get('kind') !== 'circle' || !lat || !lon) return null;
  return [{ kind: 'circle', centre: { lat: Number(lat), lon: Number(lon) }, radiusM }];
}

function shapesOf(mark: Element, { radiusM, halfWidthM }: Sizes): (FenceShape | FoundFault)[] {
  const shapes: (FenceShape | FoundFault)[] = [
    ...below(mark, 'Polygon').map((polygon): FenceShape => {
      // Some programs put all inner rings into one boundary.
      const ringsOf = (name: string) =>
        below(polygon, name).flatMap((boundary) =>
          below(boundary, 'coordinates').map((ring) => readPlaces(ring.textContent)),
        );
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
  return shapes.length > 0 ? joinHalves(shapes) : [{ code: 'no-geometry' }];
}

/** Coordinates "lon,lat,altitude" separated by white space; some programs also write spaces beside the commas. */
function readPlaces(text: string | null): Place[] {
  const tuples = (text ?? '')
    .trim()
    .replaceAll(/\s*,\s*/g, ',')
    .split(/[\s;]+/)
    .filter((tuple) => tuple !== '');
  return tuples.map((tuple) => {
    const [lon, lat] = tuple.split(',');
    return { lat: Number.parseFloat(lat ?? ''), lon: Number.parseFloat(lon ?? '') };
  });
}

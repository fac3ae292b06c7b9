import type { FenceShape } from '@milepost/contract/fence-shape-types';
import { UNIT_WORDS } from '../../texts/names.ts';
import type { ReportFile } from '../formats/report-file.ts';
import { xmlText } from '../../track-files/fix-text.ts';

const WIDTH = 720;
const HEIGHT = 300;
const EDGE = 24;
/** The smallest extent: rows closer together than this are shown as one spot. */
const MIN_DEGREES = 0.01;
/** Metres per degree of latitude, with the equatorial radius of the map projection. */
const DEGREE_M = 111_195;
const RADIANS = Math.PI / 180;
/** More lines would cover each other and the map; beyond it only end points are drawn, as dots. */
const MAX_LINES = 250;
/** Font size of names, px, and the approximate maximum width of a letter: readable at half the width of a page. */
const NAME_PX = 12;
const LETTER_PX = 7.5;
/** The minimum radius of a circle, drawn as a dot. */
const MIN_PX = 2;

export interface MapRow {
  lat: number;
  lon: number;
  endLat: number | null;
  endLon: number | null;
}

/** A geofence drawn below the rows, for orientation. */
export interface MapFence {
  name: string;
  colour: string;
  shape: FenceShape;
}

/** The bounding box of rows, in degrees. */
export interface MapBox {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** The bounding box of the rows; null when none has coordinates. */
export function boxOf(rows: readonly MapRow[]): MapBox | null {
  if (rows.length === 0) return null;
  const box = { south: 90, north: -90, west: 180, east: -180 };
  for (const { lat, lon, endLat, endLon } of rows) {
    for (const [y, x] of endLat === null || endLon === null
      ? ([[lat, lon]] as const)
      : ([
          [lat, lon],
          [endLat, endLon],
        ] as const)) {
      box.south = Math.min(box.south, y);
      box.north = Math.max(box.north, y);
      box.west = Math.min(box.west, x);
      box.east = Math.max(box.east, x);
    }
  }
  return box;
}

/** Web Mercator, in degrees of longitude. */
const mercator = (lat: number) =>
  Math.log(Math.tan(Math.PI / 4 + (Math.max(-85, Math.min(85, lat)) * RADIANS) / 2)) / RADIANS;

/** Draws the rows of a report on a map with north on top, geofences for orientation and a scale bar; for paper. */
export function mapSvg(
  rows: readonly MapRow[],
  fences: readonly MapFence[],
  how: Pick<ReportFile, 'units' | 'language'>,
): { svg: string } | null {
  const box = boxOf(rows);
  if (box === null) return null;
  const [top, bottom] = [mercator(box.north), mercator(box.south)];
  const [x0, y0] = [(box.west + box.east) / 2, (top + bottom) / 2];
  const scale = Math.min(
    (WIDTH - 2 * EDGE) / Math.max(MIN_DEGREES, box.east - box.west),
    (HEIGHT - 2 * EDGE) / Math.max(MIN_DEGREES, top - bottom),
  );
  const x = (lon: number) => round(WIDTH / 2 + (lon - x0) * scale);
  const y = (lat: number) => round(HEIGHT / 2 - (mercator(lat) - y0) * scale);
  const middle = (box.south + box.north) / 2;
  const metrePx = scale / (DEGREE_M * Math.cos(middle * RADIANS));
  const small = rows.length > MAX_LINES;
  const drawn = rows.map(({ lat, lon, endLat, endLon }) =>
    small
      ? `<circle cx="${x(endLon ?? lon)}" cy="${y(endLat ?? lat)}" r="1.5" fill="#2e6fdb" fill-opacity="0.5"/>`
      : endLat === null || endLon === null
        ? `<circle cx="${x(lon)}" cy="${y(lat)}" r="3" fill="#2e6fdb" fill-opacity="0.75" stroke="#fff" stroke-width="0.7"/>`
        : `<path d="M${x(lon)} ${y(lat)}L${x(endLon)} ${y(endLat)}" stroke="#2e6fdb" stroke-width="1.2" stroke-opacity="0.6"/><circle cx="${x(endLon)}" cy="${y(endLat)}" r="2" fill="#2e6fdb"/>`,
  );
  const onto = { x, y, metrePx };
  const areas = fences.map(({ shape, colour }) => fenceSvg(shape, colour, onto));
  const names = withoutOverlaps(fences.flatMap(({ shape, name }) => nameAt(shape, name, onto) ?? []));
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs><clipPath id="edge"><rect width="${WIDTH}" height="${HEIGHT}"/></clipPath></defs><g clip-path="url(#edge)"><rect width="${WIDTH}" height="${HEIGHT}" fill="#f7f8fa"/>${areas.join('')}${[...new Set(drawn)].join('')}${names.map(nameSvg).join('')}</g><rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" fill="none" stroke="#d0d5dd"/>${scaleBar(metrePx, how)}</svg>`,
  };
}

interface Onto {
  x: (lon: number) => number;
  y: (lat: number) => number;
  metrePx: number;
}

/** Only six hexadecimal digits, otherwise grey, because the colour is copied into the SVG. */
const colourOf = (colour: string) => (/^#[0-9a-f]{6}$/i.test(colour) ? colour : '#667085');

function fenceSvg(shape: FenceShape, given: string, { x, y, metrePx }: Onto): string {
  const colour = colourOf(given);
  const fill = `fill="${colour}" fill-opacity="0.12" stroke="${colour}" stroke-width="0.8"`;
  const line = (places: readonly { lat: number; lon: number }[]) =>
    places.map(({ lat, lon }, index) => `${index === 0 ? 'M' : 'L'}${x(lon)} ${y(lat)}`).join('');
  switch (shape.kind) {
    case 'circle': {
      const r = Math.max(MIN_PX, round(shape.radiusM * metrePx));
      return `<circle cx="${x(shape.centre.lon)}" cy="${y(shape.centre.lat)}" r="${r}" ${fill}/>`;
    }
    case 'polygon': {
      return `<path d="${shape.rings.map((ring) => `${line(ring)}Z`).join('')}" fill-rule="evenodd" ${fill}/>`;
    }
    case 'corridor': {
      const width = Math.max(MIN_PX, round(2 * shape.halfWidthM * metrePx));
      return `<path d="${line(shape.line)}" fill="none" stroke="${colour}" stroke-opacity="0.2" stroke-width="${width}"/>`;
    }
  }
}

interface PlacedName {
  text: string;
  x: number;
  y: number;
}

/** The position of a geofence's name: above its highest or first point. */
function nameAt(shape: FenceShape, text: string, { x, y, metrePx }: Onto): PlacedName | null {
  const over = (place: { lat: number; lon: number } | undefined, px: number) =>
    place ? { text, x: x(place.lon), y: round(y(place.lat) - px - 3) } : null;
  switch (shape.kind) {
    case 'circle':
      return over(shape.centre, Math.max(MIN_PX, round(shape.radiusM * metrePx)));
    case 'polygon':
      return over(shape.rings[0]?.toSorted((a, b) => b.lat - a.lat)[0], 0);
    case 'corridor':
      return over(shape.line[0], Math.max(MIN_PX, round(2 * shape.halfWidthM * metrePx)) / 2);
  }
}

const halfOf = ({ text }: PlacedName) => (text.length * LETTER_PX) / 2;

/** The names that fit on the map completely and overlap no earlier one. */
function withoutOverlaps(names: readonly PlacedName[]): PlacedName[] {
  const placed: PlacedName[] = [];
  for (const one of names) {
    const inside = one.x - halfOf(one) >= 0 && one.x + halfOf(one) <= WIDTH && one.y >= NAME_PX && one.y <= HEIGHT;
    const free = placed.every(
      (other) => Math.abs(other.y - one.y) > NAME_PX + 1 || Math.abs(other.x - one.x) > halfOf(one) + halfOf(other),
    );
    if (inside && free) placed.push(one);
  }
  return placed;
}

const nameSvg = ({ text, x, y }: PlacedName) =>
  `<text x="${x}" y="${y}" font-family="Noto Sans" font-size="${NAME_PX}" fill="#344054" stroke="#f7f8fa" stroke-width="3" stroke-linejoin="round" paint-order="stroke" text-anchor="middle">${xmlText(text)}</text>`;

const MILE_M = 1609.344;

/** A scale bar of a round length that takes up to a fifth of the width. */
function scaleBar(metrePx: number, { units, language }: Pick<ReportFile, 'units' | 'language'>): string {
  const unit = units === 'miles' ? MILE_M : 1000;
  const most = WIDTH / 5 / metrePx / unit;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((step) => step * power).find((each) => each <= most) ?? power;
  const px = round(length * unit * metrePx);
  const word = UNIT_WORDS[language][units === 'miles' ? 'mile' : 'kilometre'];
  const y = HEIGHT - 10;
  return `<path d="M10 ${y - 4}V${y}H${10 + px}V${y - 4}" fill="none" stroke="#475467"/><text x="${14 + px}" y="${y}" font-family="Noto Sans" font-size="${NAME_PX}" fill="#475467">${xmlText(`${Number(length.toPrecision(1))} ${word}`)}</text>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

import type { Fence } from '@milepost/contract/fence-operations';
import { circleRing, type Pair, shapeGeometry } from '../../../map/fences/shape-features.ts';
import { propertiesOf } from './properties.ts';

/** XML does not allow most control characters. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string | number | boolean) =>
  String(text)
    .replaceAll(CONTROL, '')
    .replaceAll(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

const tuples = (pairs: readonly Pair[]) => pairs.map(([lon, lat]) => `${lon},${lat}`).join(' ');
const ring = (name: string, pairs: readonly Pair[]) =>
  `<${name}><LinearRing><coordinates>${tuples(pairs)}</coordinates></LinearRing></${name}>`;

/**
 * Geofences as KML (OGC 12-007r2). A circle is written as an outline for other programs; its centre and radius are in
 * the extended data.
 */
export function writeKml(fences: readonly Fence[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
${fences.map(placemark).join('\n')}
</Document></kml>
`;
}

function placemark(fence: Fence): string {
  const { name, description, colour: _colour, ...rest } = propertiesOf(fence);
  const data = Object.entries({ ...rest, ...(fence.tags.length > 0 && { tags: fence.tags.join(';') }) })
    .map(([key, value]) => `<Data name="${key}"><value>${escaped(value)}</value></Data>`)
    .join('');
  const [red, green, blue] = [1, 3, 5].map((at) => fence.colour.slice(at, at + 2));
  const bgr = `${blue}${green}${red}`;
  return [
    `<Placemark><name>${escaped(name ?? '')}</name>`,
    description === undefined ? '' : `<description>${escaped(description)}</description>`,
    `<Style><LineStyle><color>ff${bgr}</color><width>2</width></LineStyle>`,
    `<PolyStyle><color>40${bgr}</color></PolyStyle></Style>`,
    `<ExtendedData>${data}</ExtendedData>${geometryOf(fence)}</Placemark>`,
  ].join('');
}

function geometryOf({ shape }: Fence): string {
  if (shape.kind === 'circle') {
    return `<Polygon>${ring('outerBoundaryIs', circleRing(shape.centre, shape.radiusM, 64))}</Polygon>`;
  }
  const geometry = shapeGeometry(shape);
  if (geometry.type === 'LineString') {
    return `<LineString><tessellate>1</tessellate><coordinates>${tuples(geometry.coordinates)}</coordinates></LineString>`;
  }
  const [outline = [], ...innerRings] = geometry.type === 'Polygon' ? geometry.coordinates : [];
  const inner = innerRings.map((innerRing) => ring('innerBoundaryIs', innerRing)).join('');
  return `<Polygon>${ring('outerBoundaryIs', outline)}${inner}</Polygon>`;
}

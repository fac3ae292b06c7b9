// @vitest-environment happy-dom
import { FenceShapeInput } from '@milepost/contract/fence-shape';
import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { FileFault, type FoundFence } from './found-fence.ts';
import { readKml } from './read-kml.ts';

const KML = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
<Style id="s"><PolyStyle><color>ff0000ff</color></PolyStyle></Style>
<Placemark><name>Depot</name><styleUrl>#s</styleUrl><Point><coordinates>-56.18,-34.9,0</coordinates></Point></Placemark>
<Placemark><name>Area</name><ExtendedData><Data name="radiusM"><value>80</value></Data></ExtendedData>
<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 10,0 10,10 0,10 0,0</coordinates></LinearRing></outerBoundaryIs>
</Polygon></Placemark>
<Placemark><LineString><coordinates>0,0 1,1 2,1</coordinates></LineString></Placemark></Document></kml>`;
const ODD = [
  '',
  ',',
  '1e999',
  '-',
  'NaN',
  '<',
  '</',
  '&lt;',
  '&#0;',
  '&#xd800;',
  '<Point/>',
  '\ud800',
  '😀',
  '\0',
  ']]>',
];

const change = record({ at: nat(KML.length), cut: nat(30), put: constantFrom(...ODD) });

/** Browsers report errors in the document; the parser of these tests throws for some of them. */
function isParsed(text: string): boolean {
  try {
    return new DOMParser().parseFromString(text, 'application/xml').childNodes.length > 0;
  } catch {
    return false;
  }
}

/** @returns the geofences; none if the whole file is rejected, which is shown to the person */
function read(text: string): FoundFence[] {
  try {
    return readKml(text, { radiusM: 100, halfWidthM: 50 });
  } catch (error) {
    if (error instanceof FileFault) return [];
    throw error;
  }
}

test('malformed KML is read or rejected, and the server accepts what is read', () => {
  assert(
    property(array(change, { maxLength: 4 }), (changes) => {
      let text = KML;
      for (const { at, cut, put } of changes) text = text.slice(0, at) + put + text.slice(at + cut);
      if (!isParsed(text)) return;
      for (const { fault, shape, name, description } of read(text)) {
        if (fault || !shape) continue;
        expect(FenceShapeInput.safeParse(shape).success).toBe(true);
        expect(name.length).toBeLessThanOrEqual(80);
        expect(`${name}${description}`.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 500, seed: 1 },
  );
});

import { EventEmitter } from 'node:events';
import type { StyleSpecification } from 'maplibre-gl';
import { expect, test } from 'vitest';
import { fitStreets } from './fit-streets.ts';
import type { MapLibreMap } from './map-library.ts';

const BARE: StyleSpecification = { version: 8, sources: {}, layers: [] };
const STREETS: StyleSpecification = {
  version: 8,
  sources: { city: { type: 'vector', tiles: ['x'], bounds: [-57, -35, -55, -34.8] } },
  layers: [{ id: 'edge-fade', type: 'fill', source: 'city', 'source-layer': 'fade' }],
};

/** The part of a map that is used: 600 px high, at zoom 11. */
function standIn() {
  const events = new EventEmitter();
  let style: StyleSpecification | undefined;
  let center = { lng: 0, lat: 0 };
  const map = {
    once: (name: string, listener: () => void) => events.once(name, listener),
    getStyle: () => style,
    getCenter: () => center,
    isMoving: () => false,
    getContainer: () => ({ clientHeight: 600 }),
    cameraForBounds: () => ({ center: { lng: -56.16, lat: -34.87 }, zoom: 11 }),
    easeTo: (camera: { center: typeof center }) => (center = { ...camera.center }),
  };
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a map needs a graphics card; these are the parts in use
    map: map as unknown as MapLibreMap,
    latitude: () => center.lat,
    load(next: StyleSpecification) {
      style = next;
      events.emit('style.load');
    },
  };
}

const BOX = [-56.3, -34.88, -56.02, -34.86] as const;
const FIT = { padding: { top: 64, bottom: 64, left: 64, right: 64 }, maxZoom: 17, duration: 0 };

test('a map that is fitted before its style is there ends with the streets once they come, after the bare one', () => {
  const { map, latitude, load } = standIn();
  fitStreets(map, [...BOX], FIT);
  expect(latitude()).toBe(-34.87);
  load(BARE);
  expect(latitude()).toBe(-34.87);
  load(STREETS);
  expect(latitude()).toBeLessThan(-34.87);
});

test('a map file is shown up to its northern edge: otherwise half of the map would show land south of it', () => {
  const { map, latitude, load } = standIn();
  fitStreets(map, [...BOX], FIT);
  load({ ...STREETS, layers: [] });
  expect(latitude()).toBe(-34.87);
});

import type { StyleSpecification } from 'maplibre-gl';
import { expect, test } from 'vitest';
import { neutral } from './put-style.ts';

const style: StyleSpecification = {
  version: 8,
  sources: { city: { type: 'vector', tiles: ['x'] } },
  layers: [
    { id: 'sea', type: 'background', paint: { 'background-color': '#c8ddee' } },
    { id: 'land', type: 'fill', source: 'city', 'source-layer': 'land', paint: { 'fill-color': '#ffffff' } },
  ],
};

test('the ground is no sea while the land is not there, and is remembered', () => {
  const { style: shown, grounds } = neutral(style, 'light');
  expect(shown.layers[0]).toMatchObject({ id: 'sea', paint: { 'background-color': '#e9edf0' } });
  expect(shown.layers[1]).toBe(style.layers[1]);
  expect([...grounds]).toEqual([['sea', '#c8ddee']]);
});

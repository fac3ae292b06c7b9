import { beforeEach, expect, test, vi } from 'vitest';
import { markersToGeoJson, readMarkers, saveMarkers } from './marker-store.ts';

const depot = { id: 'a', name: 'Depot', color: '#2563d9', lat: -34.9, lon: -56.18 };

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

test('markers are stored; unreadable ones are omitted', () => {
  saveMarkers([depot]);
  expect(readMarkers()).toEqual([depot]);
  localStorage.setItem('milepost.markers', JSON.stringify([depot, { ...depot, lat: 91 }, 'x']));
  expect(readMarkers()).toEqual([depot]);
  localStorage.setItem('milepost.markers', '{');
  expect(readMarkers()).toEqual([]);
});

test('GeoJSON has the longitude first', () => {
  expect(JSON.parse(markersToGeoJson([depot]))).toMatchObject({
    type: 'FeatureCollection',
    features: [{ geometry: { type: 'Point', coordinates: [-56.18, -34.9] }, properties: { name: 'Depot' } }],
  });
});

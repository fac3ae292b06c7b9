import { expect, test } from 'vitest';
import { groundsOf, styleOfGround } from './use-ground.ts';

const mapRasters = [{ name: 'Satellite', style: '/basemap/raster-0.json' }];
const setup = { mapRasters, mapStyleLight: 'https://a.example/light', mapStyleDark: '' };
const bare = { mapRasters: [], mapStyleLight: '', mapStyleDark: '' };

test('the grounds are those of the settings, the offline one always', () => {
  expect(groundsOf(setup)).toEqual(['online', 'offline', 'raster:Satellite']);
  expect(groundsOf(bare)).toEqual(['offline']);
});

test('a map of pictures is one style for both themes', () => {
  const style = '/basemap/raster-0.json';
  expect(styleOfGround('raster:Satellite', setup)).toEqual({
    basemap: 'online',
    styleUrls: { light: style, dark: style },
  });
});

test('a choice that the settings do not offer any more is the streets', () => {
  const styleUrls = { light: 'https://a.example/light', dark: '' };
  expect(styleOfGround('raster:Gone', setup)).toEqual({ basemap: 'online', styleUrls });
  expect(styleOfGround('offline', setup)).toEqual({ basemap: 'offline', styleUrls });
  expect(styleOfGround('raster:Gone', bare).basemap).toBe('offline');
});

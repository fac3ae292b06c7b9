import { expect, test } from 'vitest';
import { mercatorX, mercatorY, screenOf, screenX, screenY } from './screen.ts';

const map = (lng: number, lat: number, zoom: number) =>
  screenOf({
    getCenter: () => ({ lng, lat }),
    getZoom: () => zoom,
    getContainer: () => ({ clientWidth: 800, clientHeight: 600 }),
  });

test('the Mercator square: equator and Greenwich in the middle, 85.0511 degrees at the edge', () => {
  expect(mercatorX(0)).toBe(0.5);
  expect(mercatorX(-180)).toBe(0);
  expect(mercatorY(0)).toBeCloseTo(0.5, 12);
  expect(mercatorY(85.051_128_779_8)).toBeCloseTo(0, 9);
});

test('at zoom 0 the world is 512 px wide', () => {
  const screen = map(0, 0, 0);
  expect(screenX(screen, 90)).toBeCloseTo(400 + 128, 9);
  expect(screenY(screen, 85.051_128_779_8)).toBeCloseTo(300 - 256, 6);
});

test('the centre is in the middle, and east is right, north up', () => {
  const screen = map(-56.16, -34.89, 14);
  expect(screenX(screen, -56.16)).toBe(400);
  expect(screenY(screen, -34.89)).toBe(300);
  expect(screenX(screen, -56.15)).toBeGreaterThan(400);
  expect(screenY(screen, -34.88)).toBeLessThan(300);
});

test('a place just across the 180th meridian is near, not a world away', () => {
  const screen = map(179.999, 0, 10);
  // 0.002 degrees of 360 on 512 * 1024 px.
  expect(screenX(screen, -179.999)).toBeCloseTo(400 + (0.002 / 360) * 512 * 1024, 6);
});

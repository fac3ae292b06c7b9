import { expect, test } from 'vitest';
import { blit, type Sheet } from './blit.ts';

/** Alpha, blue, green, red: the byte order of a pixel as a number. */
const RED = 0xff_00_00_ff;
const GREEN = 0xff_00_ff_00;
const HALF_GREEN = 0x80_00_ff_00;
const sheet = (): Sheet => ({ width: 3, height: 3, pixels: new Uint32Array(9) });

test('covers the pixels below where it is opaque, and none where it is transparent', () => {
  const target = sheet();
  target.pixels.fill(RED);
  blit(target, { side: 2, pixels: Uint32Array.of(GREEN, 0, 0, GREEN) }, 1, 0);
  expect([...target.pixels]).toEqual([RED, GREEN, RED, RED, RED, GREEN, RED, RED, RED]);
});

test('the part beyond an edge is clipped', () => {
  const target = sheet();
  blit(target, { side: 2, pixels: Uint32Array.of(1, 2, 3, GREEN) }, -1, -1);
  blit(target, { side: 2, pixels: Uint32Array.of(RED, 2, 3, 4) }, 2, 2);
  blit(target, { side: 2, pixels: Uint32Array.of(RED, RED, RED, RED) }, 3, 0);
  expect([...target.pixels]).toEqual([GREEN, 0, 0, 0, 0, 0, 0, 0, RED]);
});

test('half transparent over opaque mixes; over nothing it stays unchanged', () => {
  const target = sheet();
  target.pixels[0] = RED;
  const sprite = { side: 1, pixels: Uint32Array.of(HALF_GREEN) };
  blit(target, sprite, 0, 0);
  blit(target, sprite, 1, 0);
  // 128/255 of green and 127/255 of red, opaque.
  expect(target.pixels[0]).toBe(0xff_00_80_7f);
  expect(target.pixels[1]).toBe(HALF_GREEN);
});

test('half clear over half clear is three quarters there', () => {
  const target = sheet();
  target.pixels[0] = 0x80_00_00_ff;
  blit(target, { side: 1, pixels: Uint32Array.of(HALF_GREEN) }, 0, 0);
  // Alpha is 128/255 + 128/255 × 127/255 = 0.752; green is 0.502/0.752 and red 0.25/0.752.
  expect(target.pixels[0]).toBe(0xc0_00_aa_55);
});

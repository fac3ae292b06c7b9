import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_VEHICLES } from '../history-view.ts';
import { vehicleColor } from './vehicle-colors.ts';

type Triple = readonly [number, number, number];

/**
 * Linear RGB as seen without one kind of cones: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A
 * Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1.0.
 */
const SIGHT: Record<string, readonly [Triple, Triple, Triple]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** The background of the basemap in each theme. */
const GROUND = { light: '#f4f1ea', dark: '#14181f' };
/** CIE76: 2.3 is just noticeable side by side; separate lines need many times that. */
const MIN_DIFFERENCE = 25;
/** WCAG 2.2, 1.4.11: graphics against adjacent colours. */
const MIN_CONTRAST = 3;

const linear = (hex: string): Triple => {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
};
const times = ([a, b, c]: Triple, [r, g, bl]: Triple) => a * r + b * g + c * bl;
const LUMINANCE: Triple = [0.2126, 0.7152, 0.0722];

const labShare = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);

function labOf(hex: string, matrix: readonly [Triple, Triple, Triple]): Triple {
  const seen = matrix.map((row) => Math.min(1, Math.max(0, times(row, linear(hex)))));
  const rgb: Triple = [seen[0] ?? 0, seen[1] ?? 0, seen[2] ?? 0];
  const [x, y, z] = [
    labShare(times([0.4124, 0.3576, 0.1805], rgb) / 0.95047),
    labShare(times(LUMINANCE, rgb)),
    labShare(times([0.0193, 0.1192, 0.9505], rgb) / 1.08883),
  ];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const css = readFileSync(new URL('vehicle-colors.css', import.meta.url), 'utf8');
const paletteOf = (theme: 'light' | 'dark') => {
  const block = css.split(`[data-mantine-color-scheme='${theme}']`)[1]?.split('}')[0] ?? '';
  return Array.from({ length: MAX_VEHICLES }, (_, index) => {
    const color = new RegExp(`${vehicleColor(index)}: (#[0-9a-f]{6});`).exec(block)?.[1];
    if (color === undefined) throw new Error(`No colour ${index + 1} in ${theme}`);
    return color;
  });
};

test.each(['light', 'dark'] as const)(
  'six vehicles are distinguishable in the %s theme, with every kind of sight',
  (theme) => {
    const palette = paletteOf(theme);
    for (const [sight, matrix] of Object.entries(SIGHT)) {
      for (const [index, one] of palette.entries()) {
        for (const other of palette.slice(index + 1)) {
          const [a, b] = [labOf(one, matrix), labOf(other, matrix)];
          const difference = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
          expect(difference, `${one} and ${other}, ${sight}`).toBeGreaterThan(MIN_DIFFERENCE);
        }
      }
    }
  },
);

test.each(['light', 'dark'] as const)('every line contrasts with the background of the %s theme', (theme) => {
  const ground = times(LUMINANCE, linear(GROUND[theme])) + 0.05;
  for (const color of paletteOf(theme)) {
    const line = times(LUMINANCE, linear(color)) + 0.05;
    expect(Math.max(line, ground) / Math.min(line, ground), color).toBeGreaterThanOrEqual(MIN_CONTRAST);
  }
});

import { atlasColors, drawVehicleAtlas, type VehicleAtlas } from './vehicle-atlas.ts';

export type Rgb = [number, number, number];

/** The colours of the style sheet that the drawing uses; read again when the theme changes. */
export interface MapColors {
  atlas: VehicleAtlas;
  /** Distinguishes the atlas of one theme from that of another. */
  key: string;
  trail: Rgb;
  trailCasing: Rgb;
  label: Rgb;
  labelGround: Rgb;
}

/** Converts any CSS colour to numbers by letting the browser paint it. */
function rgbOf(color: string): Rgb {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext('2d');
  if (!pen) return [0, 0, 0];
  pen.fillStyle = color;
  pen.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = pen.getImageData(0, 0, 1, 1).data;
  return [r, g, b];
}

export function readMapColors(key: string): MapColors {
  const root = document.documentElement;
  const css = getComputedStyle(root);
  const rgb = (name: string) => rgbOf(css.getPropertyValue(name));
  return {
    key,
    atlas: drawVehicleAtlas(atlasColors(root)),
    trail: rgb('--accent'),
    trailCasing: rgb('--surface'),
    label: rgb('--text'),
    labelGround: rgb('--surface'),
  };
}

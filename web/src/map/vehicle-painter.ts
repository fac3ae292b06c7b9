import { blit, type Sheet, type Sprite } from './blit.ts';
import { ICON_PX, iconScale } from './icon-size.ts';
import type { MapColors } from './map-colors.ts';
import type { MapLibreMap } from './map-library.ts';
import { screenOf, screenX, screenY } from './screen.ts';
import type { VehicleFrame } from './vehicle-frame.ts';
import { PICTURES } from './vehicle-pictures.ts';

/** The steps of rotation: 11 degrees, which are not noticeable at the size of the icons in a crowd. */
const HEADING_STEPS = 32;
/**
 * The maximum number of cached pictures: the statuses with and without marks, the rotations of one of them, and some
 * sizes.
 */
const MAX_SPRITES = 400;

/**
 * Draws the vehicles with the processor, pixel by pixel, on a separate canvas over the map. Without a graphics card,
 * WebGL runs on the processor too, and needs some 60 ns for a pixel that takes 5 ns here (docs/decisions/0013).
 */
export function createVehiclePainter(map: MapLibreMap) {
  const canvas = document.createElement('canvas');
  canvas.className = 'milepost-vehicles';
  map.getContainer().append(canvas);
  const pen = canvas.getContext('2d');
  const studio = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!pen || !studio) throw new Error('This browser has no 2D canvas');
  const sprites = new Map<number, Sprite>();
  let paper = new ImageData(1, 1);
  let sheet: Sheet = { width: 1, height: 1, pixels: new Uint32Array(paper.data.buffer) };
  let atlas: ImageBitmap | HTMLCanvasElement | null = null;
  let painted = '';

  const fit = (width: number, height: number) => {
    if (sheet.width === width && sheet.height === height) return;
    canvas.width = width;
    canvas.height = height;
    paper = new ImageData(width, height);
    sheet = { width, height, pixels: new Uint32Array(paper.data.buffer) };
  };

  const takeColors = ({ key, atlas: { image } }: MapColors) => {
    if (painted === key) return;
    painted = key;
    sprites.clear();
    const copy = document.createElement('canvas');
    copy.width = image.width;
    copy.height = image.height;
    copy.getContext('2d')?.putImageData(image, 0, 0);
    atlas = copy;
  };

  const spriteOf = (picture: number, turn: number, side: number): Sprite => {
    const key = (side * HEADING_STEPS + turn) * PICTURES + picture;
    let sprite = sprites.get(key);
    if (sprite) return sprite;
    if (sprites.size >= MAX_SPRITES) sprites.clear();
    sprites.set(key, (sprite = draw(picture, turn, side)));
    return sprite;
  };
  const draw = (picture: number, turn: number, side: number): Sprite => {
    studio.canvas.width = studio.canvas.height = side;
    studio.imageSmoothingQuality = 'high';
    studio.translate(side / 2, side / 2);
    studio.rotate((turn / HEADING_STEPS) * 2 * Math.PI);
    const cell = atlas?.height ?? 0;
    if (atlas) studio.drawImage(atlas, picture * cell, 0, cell, cell, -side / 2, -side / 2, side, side);
    return { side, pixels: new Uint32Array(studio.getImageData(0, 0, side, side).data.buffer) };
  };

  return {
    canvas,
    /** Draws the frame for the current camera. */
    draw(frame: VehicleFrame, colors: MapColors): void {
      const screen = screenOf(map);
      const ratio = window.devicePixelRatio;
      fit(Math.max(1, Math.round(screen.width * ratio)), Math.max(1, Math.round(screen.height * ratio)));
      takeColors(colors);
      sheet.pixels.fill(0);
      const whole = ICON_PX * iconScale(map.getZoom(), frame.count) * ratio;
      for (let row = 0; row < frame.count; row++) {
        const side = Math.max(1, Math.round(whole * (frame.sizes[row] ?? 1)));
        const turn = Math.round((-(frame.angles[row] ?? 0) / 360) * HEADING_STEPS) & (HEADING_STEPS - 1);
        const sprite = spriteOf(frame.icons[row] ?? 0, turn, side);
        const left = Math.round(screenX(screen, frame.positions[row * 2] ?? 0) * ratio - side / 2);
        const top = Math.round(screenY(screen, frame.positions[row * 2 + 1] ?? 0) * ratio - side / 2);
        blit(sheet, sprite, left, top);
      }
      pen.putImageData(paper, 0, 0);
    },
    stop: () => canvas.remove(),
  };
}

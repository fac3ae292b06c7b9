/** The placement of a picture in its square window: its scale, and its corner in px of the window. */
export interface CropPlacement {
  scale: number;
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/**
 * The placement closest to the wanted one in which the picture covers the whole window.
 * @param side of the window in px
 * @param zoom 1 is the smallest that covers the window
 * @param centre the point of the picture in the centre of the window, each 0 to 1
 */
export function place(
  { width, height }: Size,
  side: number,
  zoom: number,
  centre: { x: number; y: number },
): CropPlacement {
  const scale = (side / Math.min(width, height)) * Math.max(1, zoom);
  return {
    scale,
    x: clamp(side / 2 - centre.x * width * scale, side - width * scale, 0),
    y: clamp(side / 2 - centre.y * height * scale, side - height * scale, 0),
  };
}

/** The point of the picture in the centre of the window, each 0 to 1. */
export function centreOf(
  { width, height }: Size,
  side: number,
  { scale, x, y }: CropPlacement,
): { x: number; y: number } {
  return { x: (side / 2 - x) / (width * scale), y: (side / 2 - y) / (height * scale) };
}

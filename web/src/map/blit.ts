/** A small picture: `side` by `side` pixels of RGBA (straight alpha) in the layout of `ImageData`, four bytes each. */
export interface Sprite {
  side: number;
  pixels: Uint32Array;
}

/** The pixels of a picture to paint on, with rows of `width`. */
export interface Sheet {
  width: number;
  height: number;
  pixels: Uint32Array;
}

/**
 * Paints a sprite with its upper left corner at whole pixels; the part outside of the sheet is clipped. Numbers are
 * little-endian, as on every machine that browsers run on: alpha is the highest byte.
 */
export function blit(sheet: Sheet, sprite: Sprite, left: number, top: number): void {
  const { width, height, pixels: target } = sheet;
  const { side, pixels: source } = sprite;
  const [fromX, toX] = [Math.max(0, -left), Math.min(side, width - left)];
  const [fromY, toY] = [Math.max(0, -top), Math.min(side, height - top)];
  for (let y = fromY; y < toY; y++) {
    let at = (top + y) * width + left + fromX;
    let from = y * side + fromX;
    for (let x = fromX; x < toX; x++, at++, from++) {
      const above = source[from] ?? 0;
      const alpha = above >>> 24;
      if (alpha === 0) continue;
      const below = alpha === 255 ? 0 : (target[at] ?? 0);
      target[at] = below === 0 ? above : over(above, below);
    }
  }
}

/** Composites one pixel over another (Porter and Duff, 1984) with straight alpha. */
function over(above: number, below: number): number {
  const a = (above >>> 24) / 255;
  const b = ((below >>> 24) / 255) * (1 - a);
  const alpha = a + b;
  const mix = (shift: number) =>
    Math.round((((above >>> shift) & 255) * a + ((below >>> shift) & 255) * b) / alpha) << shift;
  return ((Math.round(alpha * 255) << 24) | mix(16) | mix(8) | mix(0)) >>> 0;
}

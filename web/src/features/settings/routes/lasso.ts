/** A point on the screen, pixels. */
export interface ScreenPoint {
  x: number;
  y: number;
}

/** True if a point lies within a drawn outline, which is closed from its end to its start (even-odd rule). */
export function isWithin(outline: readonly ScreenPoint[], { x, y }: ScreenPoint): boolean {
  let inside = false;
  let before = outline.at(-1);
  for (const corner of outline) {
    if (before && corner.y > y !== before.y > y) {
      const crossing = corner.x + ((y - corner.y) / (before.y - corner.y)) * (before.x - corner.x);
      if (x < crossing) inside = !inside;
    }
    before = corner;
  }
  return inside;
}

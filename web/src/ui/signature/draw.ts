import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from '@milepost/contract/inspection-kinds';

/** The minimum distance of two points; nearer ones add nothing. */
const STEP = 5;
/** The maximum that the server accepts. */
const MAX_STROKES = 40;
const MAX_NUMBERS = 500;

/** A pointer's position as a point of the signature: in thousandths of its width, clamped to it. */
export function pointIn(box: { left: number; top: number; width: number }, x: number, y: number): [number, number] {
  const scale = SIGNATURE_WIDTH / Math.max(1, box.width);
  const inside = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value * scale)));
  return [inside(x - box.left, SIGNATURE_WIDTH), inside(y - box.top, SIGNATURE_HEIGHT)];
}

/** Adds a stroke that begins here; unchanged if there are too many. */
export const begun = (strokes: readonly (readonly number[])[], [x, y]: readonly [number, number]) =>
  strokes.length >= MAX_STROKES ? strokes : [...strokes, [x, y]];

/** Extends the last stroke to here, if that is far enough. */
export function drawn(strokes: readonly (readonly number[])[], [x, y]: readonly [number, number]) {
  const last = strokes.at(-1);
  if (!last || last.length + 2 > MAX_NUMBERS) return strokes;
  const [fromX = 0, fromY = 0] = last.slice(-2);
  if (Math.hypot(x - fromX, y - fromY) < STEP) return strokes;
  return [...strokes.slice(0, -1), [...last, x, y]];
}

/** A line below the name, for people who cannot draw. */
export const NAME_LINE: readonly (readonly number[])[] = [[60, 240, 940, 240]];

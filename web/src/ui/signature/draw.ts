import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from '@milepost/contract/inspection-kinds';

/** Nearer points say nothing more. */
const STEP = 5;
/** As much as the server takes. */
const MOST_STROKES = 40;
const MOST_NUMBERS = 500;

/** A moved pointer as a point of the signature: in thousandths of its width, inside of it. */
export function pointIn(box: { left: number; top: number; width: number }, x: number, y: number): [number, number] {
  const scale = SIGNATURE_WIDTH / Math.max(1, box.width);
  const inside = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value * scale)));
  return [inside(x - box.left, SIGNATURE_WIDTH), inside(y - box.top, SIGNATURE_HEIGHT)];
}

/** With a new stroke that begins here; as it was where there are too many. */
export const begun = (strokes: readonly (readonly number[])[], [x, y]: readonly [number, number]) =>
  strokes.length >= MOST_STROKES ? strokes : [...strokes, [x, y]];

/** With the last stroke drawn on to here, where that is far enough. */
export function drawn(strokes: readonly (readonly number[])[], [x, y]: readonly [number, number]) {
  const last = strokes.at(-1);
  if (!last || last.length + 2 > MOST_NUMBERS) return strokes;
  const [fromX = 0, fromY = 0] = last.slice(-2);
  if (Math.hypot(x - fromX, y - fromY) < STEP) return strokes;
  return [...strokes.slice(0, -1), [...last, x, y]];
}

/** A line under which the name stands: for whoever cannot draw. */
export const NAME_LINE: readonly (readonly number[])[] = [[60, 240, 940, 240]];

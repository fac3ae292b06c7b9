export interface Scale {
  min: number;
  max: number;
  step: number;
}

/** The number of decimals of a step. */
const decimals = (step: number) => String(step).split('.')[1]?.length ?? 0;

/** The nearest value of the scale: a whole number of steps from `min`, within `min` and `max`. */
export function snap(value: number, { min, max, step }: Scale): number {
  const last = min + Math.floor((max - min) / step + 1e-9) * step;
  const near = min + Math.round((value - min) / step) * step;
  return Number(Math.min(last, Math.max(min, near)).toFixed(decimals(step) + decimals(min)));
}

/** Both ends on the scale, the lower first. */
export function snapRange([a, b]: readonly [number, number], scale: Scale): [number, number] {
  const from = snap(Math.min(a, b), scale);
  return [from, snap(Math.max(a, b), scale)];
}

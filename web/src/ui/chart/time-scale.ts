/** Converts between times and pixels across a chart, from its left edge. */
export interface TimeScale {
  xOf: (ms: number) => number;
  msOf: (x: number) => number;
}

/** @param side pixels beside the drawing, on the side where reading begins and on the opposite one */
export function timeScale(
  from: number,
  to: number,
  width: number,
  rtl: boolean,
  side: { start: number; end: number },
): TimeScale {
  const inner = Math.max(1, width - side.start - side.end);
  const left = rtl ? side.end : side.start;
  return {
    xOf: (ms) => {
      const share = Math.min(1, Math.max(0, (ms - from) / (to - from)));
      return left + inner * (rtl ? 1 - share : share);
    },
    msOf: (x) => {
      const share = Math.min(1, Math.max(0, (x - left) / inner));
      return from + (to - from) * (rtl ? 1 - share : share);
    },
  };
}

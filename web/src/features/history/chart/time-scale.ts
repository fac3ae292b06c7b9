import { SIDE_PX } from './strip-option.ts';

/** Between moments and pixels across the chart, from its left edge. */
export interface TimeScale {
  xOf: (ms: number) => number;
  msOf: (x: number) => number;
}

export function timeScale(from: number, to: number, width: number, rtl: boolean): TimeScale {
  const inner = Math.max(1, width - SIDE_PX.start - SIDE_PX.end);
  const left = rtl ? SIDE_PX.end : SIDE_PX.start;
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

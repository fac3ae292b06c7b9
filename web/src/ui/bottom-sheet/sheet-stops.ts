export const STOPS = ['peek', 'half', 'full'] as const;
export type Stop = (typeof STOPS)[number];

const PEEK_PX = 160;
/** Map that a full sheet leaves to be seen. */
const LEFT_PX = 56;

/** Height of the sheet at a stop, px. @param available height of the page, px */
export function heightOf(stop: Stop, available: number): number {
  if (stop === 'peek') return Math.min(PEEK_PX, available);
  return stop === 'half' ? Math.round(available * 0.52) : Math.max(PEEK_PX, available - LEFT_PX);
}

/** The stop nearest to a height at which the sheet was let go. */
export function nearestStop(height: number, available: number): Stop {
  const distance = (stop: Stop) => Math.abs(heightOf(stop, available) - height);
  return STOPS.toSorted((a, b) => distance(a) - distance(b))[0] ?? 'peek';
}

/** The stop that a press on the handle leads to: up, and from full back to peeking. */
export const nextStop = (stop: Stop): Stop => STOPS[(STOPS.indexOf(stop) + 1) % STOPS.length] ?? 'peek';

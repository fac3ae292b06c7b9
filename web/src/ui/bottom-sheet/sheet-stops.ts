export const STOPS = ['peek', 'half', 'full'] as const;
export type Stop = (typeof STOPS)[number];

const PEEK_PX = 160;
/** The part of the map that a full sheet leaves visible. */
const LEFT_PX = 56;

/** The height of the sheet at a stop, px. @param available height of the page, px */
export function heightOf(stop: Stop, available: number): number {
  if (stop === 'peek') return Math.min(PEEK_PX, available);
  return stop === 'half' ? Math.round(available * 0.52) : Math.max(PEEK_PX, available - LEFT_PX);
}

/** The stop nearest to the height at which the sheet was released. */
export function nearestStop(height: number, available: number): Stop {
  const distance = (stop: Stop) => Math.abs(heightOf(stop, available) - height);
  return STOPS.toSorted((a, b) => distance(a) - distance(b))[0] ?? 'peek';
}

/** The stop after a press on the handle: one up, and from full back to peeking. */
export const nextStop = (stop: Stop): Stop => STOPS[(STOPS.indexOf(stop) + 1) % STOPS.length] ?? 'peek';

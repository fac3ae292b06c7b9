import type { InsideRow } from '@milepost/contract/visit-routes';

/**
 * Until when it is known that somebody was inside, epoch milliseconds: now, while the visit goes on and is told of. Not
 * before it began: a geofence can be drawn round a vehicle that has been silent for hours.
 */
export function knownUntil({ start, end, heardAt }: Pick<InsideRow, 'start' | 'end' | 'heardAt'>, now: number): number {
  if (end !== null) return Date.parse(end);
  return heardAt === null ? now : Math.max(Date.parse(start), Date.parse(heardAt));
}

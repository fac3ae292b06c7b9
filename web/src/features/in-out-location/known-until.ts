import type { InsideRow } from '@milepost/contract/visit-operations';

/**
 * The time until which a visit is known to last, epoch milliseconds: now, while it continues and the vehicle reports.
 * Not before its begin: a geofence can be drawn around a vehicle that has been silent for hours.
 */
export function knownUntil({ start, end, heardAt }: Pick<InsideRow, 'start' | 'end' | 'heardAt'>, now: number): number {
  if (end !== null) return Date.parse(end);
  return heardAt === null ? now : Math.max(Date.parse(start), Date.parse(heardAt));
}

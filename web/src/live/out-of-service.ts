import type { LiveVehicle } from '@milepost/contract/live';

/** The reason why a vehicle is out of service at a moment, epoch milliseconds; null if it is in service. */
export const outOfServiceAt = (
  { out }: Pick<LiveVehicle, 'out'>,
  now: number,
): LiveVehicle['out'][number]['kind'] | null =>
  out.find(({ from, to }) => (from ?? -Infinity) <= now && (to ?? Infinity) > now)?.kind ?? null;

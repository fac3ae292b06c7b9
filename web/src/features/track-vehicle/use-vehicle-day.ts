import { useCall } from '../../api/use-call.ts';
import { useServerNow } from '../../live/use-live.ts';
import { dayOf, spanOfDay } from '../../text/local-day.ts';

const MINUTE_MS = 60_000;
const REFETCH_MS = 30_000;

/** The vehicle's day until now, reloaded while it is shown. */
export function useVehicleDay(vehicleId: number) {
  const { from, to } = spanOfDay(dayOf(useServerNow(MINUTE_MS)));
  const input = { vehicleId, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  return useCall('get-vehicle-day', input, { refetchInterval: REFETCH_MS });
}

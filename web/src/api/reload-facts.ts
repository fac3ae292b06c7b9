import type { OperationName } from '@milepost/contract/operations';
import type { Query, QueryClient } from '@tanstack/react-query';

/** Replies about the past of vehicles: of one, if `vehicleId` names it, or of many. */
const OF_PAST: ReadonlySet<string> = new Set<OperationName>([
  'get-vehicle-overview',
  'get-vehicle-engine',
  'get-vehicle-facts',
  'get-vehicle-day',
  'get-trip-list',
  'get-stop-list',
  'get-tow-list',
  'get-visit-list',
  'get-visit-totals',
  'get-vehicle-alarms',
  'get-timeline',
  'get-dashboard',
  'get-dashboard-weekdays',
  'get-dashboard-vehicles',
  'get-faulty-vehicles',
  'get-device-list',
  'get-facts-progress',
]);

/**
 * While a whole fleet is recomputed, vehicle by vehicle, replies about many vehicles are reloaded at most this often.
 */
const MANY_EVERY_MS = 10_000;

const vehicleOf = ({ queryKey }: Query): unknown => {
  const [, input] = queryKey;
  return typeof input === 'object' && input !== null && 'vehicleId' in input ? input.vehicleId : undefined;
};

/** Returns a function that reloads the displayed replies about the past of vehicles whose facts were recomputed. */
export function createFactsReload(client: QueryClient): (vehicleIds: readonly number[]) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting = false;
  const reload = (concerns: (vehicleId: unknown) => boolean) =>
    void client.invalidateQueries({
      predicate: (query) => OF_PAST.has(String(query.queryKey[0])) && concerns(vehicleOf(query)),
    });
  const reloadMany = () => {
    if (timer !== undefined) {
      waiting = true;
      return;
    }
    reload((vehicleId) => vehicleId === undefined);
    timer = setTimeout(() => {
      timer = undefined;
      if (!waiting) return;
      waiting = false;
      reloadMany();
    }, MANY_EVERY_MS);
  };
  return (vehicleIds) => {
    const recomputed = new Set<unknown>(vehicleIds);
    reload((vehicleId) => recomputed.has(vehicleId));
    reloadMany();
  };
}

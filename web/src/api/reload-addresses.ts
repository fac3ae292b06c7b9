import type { OperationName } from '@milepost/contract/operations';
import type { QueryClient } from '@tanstack/react-query';

/** The operations whose replies contain addresses. Alarms on a wall board come over the live socket. */
const WITH_ADDRESSES: ReadonlySet<string> = new Set<OperationName>([
  'get-alarm',
  'get-alarm-list',
  'get-driver-trips',
  'get-report',
  'get-stop-list',
  'get-timeline',
  'get-tow-list',
  'get-track-fix',
  'get-trip-list',
  'get-vehicle-day',
  'get-vehicle-facts',
  'get-vehicle-now',
  'get-vehicle-overview',
]);

/** Reloads the displayed replies that contain addresses, after the geocoder has resolved delayed ones. */
export function reloadAddresses(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => WITH_ADDRESSES.has(String(queryKey[0])) });
}

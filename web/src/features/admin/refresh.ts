import type { RouteName } from '@milepost/contract/routes';
import { queryClient } from '../../api/query-client.ts';
import { callKey } from '../../api/use-call.ts';

/** Fetches these lists anew where they are shown. */
export function refresh(...names: RouteName[]): void {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: callKey(name) });
}

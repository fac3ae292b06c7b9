import type { Knock } from '@milepost/contract/device-routes';
import { useEffect } from 'react';
import { queryClient } from '../../../api/query-client.ts';
import { callKey, useCall } from '../../../api/use-call.ts';
import { subscribeKnocks } from '../../../live/live-client.ts';
import { mergeKnocks } from './knock-list.ts';

/** A fleet knocks far more often than a person can read: what arrived is shown this often. */
const SHOW_EVERY_MS = 400;
/** Corrects what frames alone do not tell, such as a connection that closed while the socket was down. */
const REFETCH_MS = 15_000;
const KEY = callKey('get-knock-list', {});

/** What knocks at the gateway, kept current by the live socket. */
export function useKnocks() {
  const query = useCall('get-knock-list', {}, { refetchInterval: REFETCH_MS, staleTime: 0 });
  useEffect(() => {
    const arrived = new Map<string, Knock>();
    const stop = subscribeKnocks((knock) => arrived.set(knock.key, knock));
    const timer = setInterval(() => {
      if (arrived.size === 0) return;
      const changes = [...arrived.values()];
      queryClient.setQueryData<{ rows: Knock[] }>(KEY, (held) => held && { rows: mergeKnocks(held.rows, changes) });
      arrived.clear();
    }, SHOW_EVERY_MS);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  return query;
}

import type { Knock, KnockFilter } from '@milepost/contract/device-routes';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallOutput } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { callKey, useCall } from '../../../api/use-call.ts';
import { subscribeKnocks } from '../../../live/live-client.ts';
import { mergeKnocks, newestKnocks } from './knock-list.ts';

/** A fleet knocks far more often than a person can read: what arrived is shown this often. */
const SHOW_EVERY_MS = 400;
/** Corrects what frames alone do not tell, such as a connection that closed while the socket was down. */
const REFETCH_MS = 15_000;
type List = CallOutput<'get-knock-list'>;

/** The newest of what knocks at the gateway, of those that are asked for, kept current by the live socket. */
export function useKnocks(filter: KnockFilter) {
  const query = useCall('get-knock-list', filter, {
    refetchInterval: REFETCH_MS,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { identity, protocol, address, known } = filter;
  useEffect(() => {
    const arrived = new Map<string, Knock>();
    const wanted = { identity, protocol, address, known };
    const key = callKey('get-knock-list', wanted);
    const stop = subscribeKnocks(wanted, (knock) => arrived.set(knock.key, knock));
    const timer = setInterval(() => {
      if (arrived.size === 0) return;
      const changes = [...arrived.values()];
      queryClient.setQueryData<List>(key, (held) => held && withArrived(held, changes));
      arrived.clear();
    }, SHOW_EVERY_MS);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [identity, protocol, address, known]);
  return query;
}

/** The counts follow what was added, until the server tells them again. */
function withArrived(held: List, changes: readonly Knock[]): List {
  const rows = mergeKnocks(held.rows, changes);
  const more = (isKnown: boolean) => {
    const count = (some: readonly Knock[]) => some.filter(({ deviceId }) => (deviceId !== null) === isKnown).length;
    return count(rows) - count(held.rows);
  };
  return { ...held, rows: newestKnocks(rows), unknown: held.unknown + more(false), known: held.known + more(true) };
}

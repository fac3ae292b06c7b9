import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { call, type CallOutput } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { callKey, useCall } from '../../api/use-call.ts';
import { subscribeUnread } from '../../live/live-client.ts';
import { readSettings } from '../panel/settings.ts';
import { announce } from './announce.ts';
import { newSince } from './new-since.ts';

export type BellPage = CallOutput<'get-notification-list'>;
export type BellEntry = BellPage['rows'][number];

/** The notifications of the signed-in person, kept up to date by the live socket. */
export function useBell() {
  const navigate = useNavigate();
  const permission = useCall('get-notification-show-permission', {}, { staleTime: Infinity });
  const shown = permission.data?.p_status === 1;
  const { data, error } = useCall('get-notification-list', {}, { enabled: shown });

  useEffect(() => (shown ? subscribeUnread(refresh) : undefined), [shown]);

  // Entries that existed when the page opened are not announced.
  const known = useRef<readonly BellEntry[] | null>(null);
  const announceNew = useEffectEvent((rows: readonly BellEntry[]) => {
    const fresh = known.current === null ? [] : newSince(known.current, rows);
    known.current = rows;
    if (readSettings().notifications) for (const entry of fresh) announce(entry, () => follow(entry));
  });
  useEffect(() => {
    if (data !== undefined) announceNew(data.rows);
  }, [data]);

  /** Opens the subject of an entry, which marks it as read. */
  function follow({ id, path }: BellEntry) {
    markRead(id);
    if (path !== '') void navigate(path.startsWith('/') ? path : `/${path}`);
  }

  return {
    shown,
    error,
    newest: data ?? null,
    unread: data?.unread ?? 0,
    markRead,
    follow,
  };
}

function refresh() {
  void queryClient.invalidateQueries({ queryKey: callKey('get-notification-list') });
}

/** Marks one or all as read. A failure only leads to a new count. */
function markRead(id?: number) {
  call('read-notification', id === undefined ? {} : { id })
    .catch(console.error)
    .finally(refresh);
}

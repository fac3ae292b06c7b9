import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { inBase } from '../../api/base-path.ts';
import { call, type CallOutput } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { callKey, useCall } from '../../api/use-call.ts';
import { subscribeUnread } from '../../live/live-client.ts';
import { notify } from '../../ui/toast/notify.ts';
import { readSettings } from '../panel/settings.ts';
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

const COLORS = { critical: 'red', major: 'orange', minor: 'yellow', warning: 'blue' } as const;

/**
 * Announces a new notification: in the page, or through the browser if the page is hidden and the person allowed it.
 * @param follow opens the subject of the entry; called on a click
 */
function announce({ title, text, severity }: BellEntry, follow: () => void): void {
  const isHidden = document.visibilityState === 'hidden';
  if (isHidden && 'Notification' in globalThis && Notification.permission === 'granted') {
    const shown = new Notification(title, { body: text, icon: inBase('/mark.svg') });
    shown.addEventListener('click', () => {
      focus();
      follow();
    });
  } else notify(text, { color: severity ? COLORS[severity] : undefined, title, onClick: follow });
}

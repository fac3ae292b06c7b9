import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useCall } from '../../../api/use-call.ts';
import { Ago } from '../../../ui/ago.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { notify, notifyError } from '../../../ui/toast/notify.ts';
import { browserOf } from '../../../ui/user-agent.ts';
import { Card } from './card.tsx';
import classes from './profile.module.css';
import { CutNote } from '../../../ui/cut-note.tsx';

/** The person's own sessions, with a button to end each. */
export function OwnSessions() {
  const { t } = useTranslation();
  const { data, error } = useCall('get-own-sessions', {});
  const mutation = useMutation({
    mutationFn: (id: number | undefined) => call('end-own-session', id === undefined ? {} : { id }),
    onSuccess({ ended }) {
      refresh('get-own-sessions');
      notify(t('profile.sessions.ended', { count: ended, number: ended }));
    },
    onError: (fault) => notifyError(t, fault),
  });
  const others = data?.rows.some(({ current }) => !current) ?? false;
  return (
    <Card title={t('profile.sessions.title')} text={t('profile.sessions.text')}>
      {error && <ErrorNote error={error} />}
      {data === undefined && !error && <Skeleton height={48} />}
      <div>
        {data?.rows.map((session) => (
          <div key={session.id} className={classes['session']}>
            <span>
              {browserOf(session.userAgent)}{' '}
              {session.current && (
                <Badge variant="light" size="sm" tt="none">
                  {t('profile.sessions.this')}
                </Badge>
              )}
            </span>
            {session.current ? (
              <span />
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                disabled={mutation.isPending}
                onClick={() => mutation.mutate(session.id)}
              >
                {t('profile.sessions.end')}
              </Button>
            )}
            <Text size="sm" c="dimmed">
              <span className="mono">{session.address}</span> · <Ago at={session.lastSeenAt} />
            </Text>
          </div>
        ))}
      </div>
      <CutNote shown={data?.rows.length} total={data?.total} />
      {others && (
        <Group>
          <Button variant="default" loading={mutation.isPending} onClick={() => mutation.mutate(undefined)}>
            {t('profile.sessions.end-others')}
          </Button>
        </Group>
      )}
    </Card>
  );
}

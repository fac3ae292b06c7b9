import type { OwnRun } from '@milepost/contract/my-day-operations';
import { Badge, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../api/call.ts';
import { formatClock, formatDate, formatNumber } from '../../../text/format.ts';
import { notifyError } from '../../../ui/toast/notify.ts';
import classes from './my-day.module.css';

/** The runs of a driver; each opens the page on which its stops are reported. */
export function OwnRuns({ runs, today }: { runs: readonly OwnRun[]; today: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const opening = useMutation({
    mutationFn: (id: number) => call('open-own-run', { id }),
    onSuccess: ({ token }) => void navigate(`/drive#${token}`),
    onError: (error) => notifyError(t, error),
  });
  if (runs.length === 0) return <Text c="dimmed">{t('my-day.no-runs')}</Text>;
  return (
    <ul className={classes['rows']}>
      {runs.map(({ id, route, day, startsAt, endsAt, vehicle, stops, state }) => (
        <li key={id}>
          <span className={classes['what']}>
            <b>{route}</b>
            <small>
              {[
                day === today ? t('my-day.today') : formatDate(day),
                `${formatClock(startsAt)} – ${formatClock(endsAt)}`,
                vehicle,
                t('my-day.stops', { count: stops, number: formatNumber(stops) }),
              ]
                .filter((part) => part !== null)
                .join(' · ')}
            </small>
          </span>
          {state === 'cancelled' ? (
            <Badge variant="light" color="red">
              {t('my-day.cancelled')}
            </Badge>
          ) : (
            <Button
              variant={day === today ? 'filled' : 'default'}
              loading={opening.isPending && opening.variables === id}
              onClick={() => opening.mutate(id)}
              aria-label={t('my-day.open-run', { route, day: formatDate(day) })}
            >
              {t('my-day.open')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

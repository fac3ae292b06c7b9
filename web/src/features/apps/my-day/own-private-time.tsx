import type { OwnTrip, OwnVehicle } from '@milepost/contract/own-trip-operations';
import { Button, Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatClock, formatDateTimeWithoutSeconds, formatDay, formatDistance } from '../../../text/format.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { notify, notifyError } from '../../../ui/toast/notify.ts';
import { Card } from './card.tsx';
import classes from './my-day.module.css';

const STEP = 10;
const again = () => refresh('get-own-trip-list', 'get-private-mark-list', 'get-audit-list');

/**
 * The private time of a driver: a switch for each present vehicle, and the own trips, which can be marked as private. Nothing
 * where no rule lets drivers mark private time.
 */
export function OwnPrivateTime() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(STEP);
  const { data, error, refetch } = useCall('get-own-trip-list', {});
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data || (data.rows.length === 0 && data.vehicles.length === 0)) return null;
  return (
    <Card title={t('my-day.private')}>
      <Text size="sm" c="dimmed" mb="xs">
        {t('my-day.private-note')}
      </Text>
      {data.vehicles.map((vehicle) => (
        <PrivateSwitch key={vehicle.id} vehicle={vehicle} />
      ))}
      <ul className={classes['rows']}>
        {data.rows.slice(0, shown).map((trip) => (
          <TripRow key={trip.id} trip={trip} />
        ))}
      </ul>
      {data.rows.length > shown && (
        <Button variant="subtle" fullWidth onClick={() => setShown(shown + STEP)}>
          {t('my-day.more')}
        </Button>
      )}
    </Card>
  );
}

function PrivateSwitch({ vehicle }: { vehicle: OwnVehicle }) {
  const { t } = useTranslation();
  const mayMark = useMay('my-day', 'create');
  const open = vehicle.private;
  const change = useMutation({
    mutationFn: () =>
      open
        ? call('end-own-private-time', { id: open.markId })
        : call('start-own-private-time', { vehicleId: vehicle.id }),
    onSuccess: again,
    onError: (error) => notifyError(t, error),
  });
  const name = vehicle.registration;
  return (
    <Switch
      size="md"
      my="xs"
      checked={open !== null}
      disabled={!mayMark || change.isPending}
      label={
        open
          ? t('my-day.private-since', { name, time: formatDateTimeWithoutSeconds(open.since) })
          : t('my-day.private-now', { name })
      }
      onChange={() => change.mutate()}
    />
  );
}

function TripRow({ trip }: { trip: OwnTrip }) {
  const { t } = useTranslation();
  const mayMark = useMay('my-day', 'create');
  const { id, registration, start, end, distanceM, startAddress, endAddress, state, markId } = trip;
  const mark = useMutation({
    mutationFn: () =>
      markId === null ? call('mark-own-trip', { tripId: id }) : call('take-back-own-mark', { id: markId }),
    onSuccess() {
      notify(t(markId === null ? 'my-day.trip-marked' : 'my-day.mark-taken-back'));
      again();
    },
    onError: (error) => notifyError(t, error),
  });
  const when = `${formatDay(start)}, ${formatClock(start)}${end === null ? '' : ` – ${formatClock(end)}`}`;
  const canChange = mayMark && (state === 'work' || state === 'private');
  return (
    <li>
      <span className={classes['what']}>
        <b>{when}</b>
        <small>
          {[registration, formatDistance(distanceM), startAddress, endAddress]
            .filter((part) => part !== null)
            .join(' · ')}
        </small>
      </span>
      {canChange ? (
        <Button
          variant={state === 'private' ? 'light' : 'default'}
          loading={mark.isPending}
          onClick={() => mark.mutate()}
          aria-label={t(state === 'private' ? 'my-day.take-back-of' : 'my-day.mark-of', { when })}
        >
          {t(state === 'private' ? 'my-day.take-back' : 'my-day.mark')}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {t(`my-day.trip-state.${state}`)}
        </Text>
      )}
    </li>
  );
}

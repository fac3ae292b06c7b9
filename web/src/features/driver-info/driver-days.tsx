import { Paper, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { formatDate, formatDistance, formatDuration, formatNumber } from '../../text/format.ts';
import { maxSpeedText } from '../../ui/engine/figure-text.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { Progress } from '../../ui/progress/progress.tsx';
import classes from './driver-page.module.css';
import { listText } from '../../text/list-text.ts';

const COLUMNS = ['day', 'distance', 'duration', 'idle', 'trips', 'overspeeds', 'max', 'vehicles'] as const;
const DAYS = 31;

/** The days of the last month on which the driver drove, one per line. */
export function DriverDays({ driverId }: { driverId: number }) {
  const { t } = useTranslation();
  const query = useCall('get-driver-days', { driverId, days: DAYS });
  const { data, error } = query;
  if (error && !data) return <ErrorNote error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton height={320} radius="lg" />;
  if (data.days.length === 0) {
    return (
      <Text c="dimmed" p="md">
        {t('driver-info.no-days')}
      </Text>
    );
  }
  const most = Math.max(1, ...data.days.map(({ distanceM }) => distanceM));
  return (
    <Paper withBorder radius="lg" className={classes['wide']}>
      <table className={classes['days']} aria-label={t('driver-info.tabs.days')}>
        <thead>
          <tr>
            {COLUMNS.map((key) => (
              <th key={key} scope="col">
                {t(`driver-info.sum.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDate(day.day)}</th>
              <td>
                {formatDistance(day.distanceM)}
                <Progress value={day.distanceM} max={most} size={4} />
              </td>
              <td>{formatDuration(day.durationS)}</td>
              <td>{formatDuration(day.idleS)}</td>
              <td>{formatNumber(day.trips)}</td>
              <td>{day.overspeeds === 0 ? '–' : formatNumber(day.overspeeds)}</td>
              <td>{maxSpeedText(day.maxKph)}</td>
              <td>{listText(day.vehicles)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="xs" c="dimmed" px="md" py="xs">
        {t('driver-info.days-note', { zone: data.timeZone })}
      </Text>
    </Paper>
  );
}

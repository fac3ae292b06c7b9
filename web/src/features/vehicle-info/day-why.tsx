import { Anchor, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Drawer } from '../../ui/dialog/drawer.tsx';
import { useCall } from '../../api/use-call.ts';
import { useServerNow } from '../../live/use-live.ts';
import { formatDate, formatDistance } from '../../text/format.ts';
import { spanOfDay } from '../../text/local-day.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { historyPath } from '../../ui/history-path.ts';
import { dayLines, tripLines } from './day-why-text.ts';
import { WhyLines } from './trip-why.tsx';
import classes from './vehicle-page.module.css';

interface Props {
  vehicleId: number;
  /** `YYYY-MM-DD`; null while it is closed. */
  day: string | null;
  onClose: () => void;
}

/** The answer to "why 256.6 km on that day?": its trips, the legs left out, and unknown time. */
export function DayWhyDrawer({ vehicleId, day, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={day !== null}
      onClose={onClose}
      position="right"
      size={480}
      title={day === null ? ' ' : t('vehicle-page.why.day.title', { day: formatDate(day) })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      styles={{ title: { fontWeight: 650, fontSize: 17 } }}
    >
      {day !== null && <DayWhy vehicleId={vehicleId} day={day} />}
    </Drawer>
  );
}

function DayWhy({ vehicleId, day }: { vehicleId: number; day: string }) {
  const { t } = useTranslation();
  const now = useServerNow(60_000);
  const range = spanOfDay(day);
  const { data, error, refetch } = useCall('get-vehicle-facts', {
    vehicleId,
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
  });
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} />;
  const trips = tripLines(t, data, range);
  return (
    <div className={classes['why']} data-testid="day-why">
      <h3>{t('vehicle-page.why.distance', { distance: formatDistance(data.totals.distanceM) })}</h3>
      <WhyLines lines={dayLines(t, data, range)} />
      <h3>{t('vehicle-page.why.day.trips')}</h3>
      {trips.length > 0 ? <WhyLines lines={trips} /> : <Text c="dimmed">{t('vehicle-page.why.day.no-trips')}</Text>}
      <Anchor
        component={Link}
        size="sm"
        to={historyPath(vehicleId, { from: range.from, to: Math.min(now, range.to), at: range.from })}
      >
        {t('vehicle-page.history')}
      </Anchor>
    </div>
  );
}

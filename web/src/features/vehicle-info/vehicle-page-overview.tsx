import type { DaySums } from '@milepost/contract/fact-routes';
import { Paper, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../api/call.ts';
import { formatDate, formatDistance, formatDuration, formatNumber, formatSpeed, speedUnit } from '../../text/format.ts';
import { Ago } from '../../ui/ago.tsx';
import { coordinates } from '../../text/coordinates.ts';
import classes from './vehicle-page.module.css';
import { VehiclePageMap } from './vehicle-page-map.tsx';

type Overview = CallOutput<'get-vehicle-overview'>;

const NOTHING = { distanceM: 0, tripS: 0, tripIdleS: 0, idleS: 0, engineS: 0, trips: 0, alarms: 0, maxKph: 0 };
type Sums = typeof NOTHING;

function sumOf(days: readonly DaySums[]): Sums {
  return days.reduce<Sums>(
    (sum, day) => ({
      distanceM: sum.distanceM + day.distanceM,
      tripS: sum.tripS + day.tripS,
      tripIdleS: sum.tripIdleS + day.tripIdleS,
      idleS: sum.idleS + day.idleS,
      engineS: sum.engineS + day.engineS,
      trips: sum.trips + day.trips,
      alarms: sum.alarms + day.alarms,
      maxKph: Math.max(sum.maxKph, day.maxKph),
    }),
    NOTHING,
  );
}

/** Today, the last seven days, and where the vehicle is now. */
export function VehiclePageOverview({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const { days, today, position, place, timeZone } = overview;
  return (
    <div className={classes['overview']}>
      <Sheet title={t('vehicle-page.today-in', { zone: timeZone })}>
        <Figures sums={days.find(({ day }) => day === today) ?? NOTHING} />
      </Sheet>
      <Sheet title={t('vehicle-page.last-days')}>
        <Figures sums={sumOf(days)} />
      </Sheet>
      <Sheet title={t('vehicle-page.now')} area="map">
        {position ? (
          <>
            <VehiclePageMap overview={overview} />
            <Text size="sm" p="sm">
              {place ?? <bdi dir="ltr">{coordinates(position)}</bdi>}{' '}
              <Text span size="sm" c="dimmed">
                <Ago at={position.fixTime} />
              </Text>
            </Text>
          </>
        ) : (
          <Text c="dimmed" p="md">
            {t('vehicle-page.no-position')}
          </Text>
        )}
      </Sheet>
      <Sheet title={t('vehicle-page.by-day', { zone: timeZone })} area="days">
        <Days days={days} vehicleId={overview.vehicle.id} />
      </Sheet>
    </div>
  );
}

function Sheet({ title, area, children }: { title: string; area?: string; children: React.ReactNode }) {
  return (
    <Paper component="section" withBorder radius="lg" data-area={area} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </Paper>
  );
}

function Figures({ sums }: { sums: Sums }) {
  const { t } = useTranslation();
  const figures = [
    ['distance', formatDistance(sums.distanceM)],
    ['trips', formatNumber(sums.trips)],
    ['driving', formatDuration(sums.tripS - sums.tripIdleS)],
    ['idle', formatDuration(sums.idleS)],
    ['engine', formatDuration(sums.engineS)],
    ['max', `${formatSpeed(sums.maxKph)} ${speedUnit()}`],
    ['alarms', formatNumber(sums.alarms)],
  ] as const;
  return (
    <dl className={classes['figures']}>
      {figures.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`vehicle-page.sum.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Days({ days, vehicleId }: { days: readonly DaySums[]; vehicleId: number }) {
  const { t } = useTranslation();
  const most = Math.max(1, ...days.map(({ distanceM }) => distanceM));
  const label = (key: string) => t(`vehicle-page.sum.${key}`);
  if (days.length === 0) {
    return (
      <Text c="dimmed" p="md">
        {t('vehicle-page.nothing-text')}
      </Text>
    );
  }
  return (
    <div className={classes['wide']}>
      <table className={classes['days']}>
        <thead>
          <tr>
            {['day', 'distance', 'driving', 'idle', 'trips', 'max'].map((key) => (
              <th key={key} scope="col">
                {label(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">
                <Link to={`/timeline?vehicle=${vehicleId}&day=${day.day}`}>{formatDate(day.day)}</Link>
              </th>
              <td>
                {formatDistance(day.distanceM)}
                <Progress value={(day.distanceM / most) * 100} size={4} aria-hidden />
              </td>
              <td>{formatDuration(day.tripS - day.tripIdleS)}</td>
              <td>{formatDuration(day.idleS)}</td>
              <td>{formatNumber(day.trips)}</td>
              <td>{`${formatSpeed(day.maxKph)} ${speedUnit()}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

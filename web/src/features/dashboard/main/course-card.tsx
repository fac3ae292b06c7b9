import { Paper, SegmentedControl, Skeleton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../api/call.ts';
import { distanceUnitM, formatClock, formatDistance, formatDistanceTick } from '../../../text/format.ts';
import type { ChartSpec } from '../../../ui/chart/chart-data.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import { formatShortDay } from './day-text.ts';
import { formatHours } from './figure-text.ts';
import classes from './main.module.css';

const HEIGHT = 272;
const HOUR_S = 3600;

/** The figures over time: by the hour for a day, by day for more. */
export function CourseCard({ data }: { data: CallOutput<'get-dashboard'> | undefined }) {
  const { t, i18n } = useTranslation();
  const [shown, setShown] = useState<'distance' | 'time'>('distance');
  const series = data?.series;
  const engineKnownS = data?.sums.engineKnownS ?? 0;
  const { language } = i18n;
  const spec = useMemo<ChartSpec | null>(() => {
    if (!series) return null;
    const categories = series.rows.map(({ at }) => (series.step === 'hour' ? formatClock(at) : formatShortDay(at)));
    if (shown === 'distance') {
      const values = series.rows.map(({ distanceM }) => distanceM);
      return { kind: 'bar', data: { categories, series: [{ name: t('dashboard.figure.distance'), values }] } };
    }
    return {
      kind: 'stacked',
      data: {
        categories,
        series: [
          {
            name: t('dashboard.figure.driving'),
            values: series.rows.map(({ drivingS }) => drivingS),
            color: '--status-running',
          },
          // If no device reports its engine, idling is omitted rather than drawn as zero.
          ...(engineKnownS > 0
            ? [
                {
                  name: t('dashboard.figure.idle'),
                  values: series.rows.map(({ idleS }) => idleS),
                  color: '--status-idle',
                },
              ]
            : []),
          {
            name: t('dashboard.figure.unseen'),
            values: series.rows.map(({ unseenS }) => unseenS),
            color: '--status-inactive',
          },
        ],
      },
    };
    // The texts change with the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [series, shown, language, engineKnownS]);
  const step = series?.step ?? 'hour';
  return (
    <Paper withBorder radius="lg" className={classes['card']} data-area="course">
      {spec ? (
        <Chart
          title={t(`dashboard.course.${shown}-${step}`)}
          spec={spec}
          format={shown === 'distance' ? formatDistance : formatHours}
          formatTick={shown === 'distance' ? formatDistanceTick : undefined}
          unit={shown === 'distance' ? distanceUnitM() : HOUR_S}
          height={HEIGHT}
          aside={
            <SegmentedControl
              size="xs"
              aria-label={t('dashboard.shown')}
              value={shown}
              onChange={(value) => setShown(value === 'time' ? 'time' : 'distance')}
              data={[
                { value: 'distance', label: t('dashboard.figure.distance') },
                { value: 'time', label: t('dashboard.time') },
              ]}
            />
          }
        />
      ) : (
        <Skeleton height={HEIGHT + 36} radius="md" />
      )}
    </Paper>
  );
}

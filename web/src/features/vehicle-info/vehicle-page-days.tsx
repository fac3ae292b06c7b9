import type { DaySums } from '@milepost/contract/fact-operations';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { formatDate, formatDistance } from '../../text/format.ts';
import { countOf, maxSpeedText, tripsOf } from '../../ui/engine/figure-text.ts';
import { FigureValue } from '../../ui/engine/figure-value.tsx';
import { MenuLink } from '../../ui/menu/menu-link.tsx';
import { Progress } from '../../ui/progress/progress.tsx';
import { sumName, timesOf } from './vehicle-page-figures.tsx';
import classes from './vehicle-page.module.css';
import { seenIn, sumOf } from './vehicle-sums.ts';

const TIMES = ['driving', 'standing', 'idle', 'tow', 'unseen'] as const;

/** A link to the explanation of a day's distance, for people who may see its trips. */
function Why({ day, children }: { day: string; children: ReactNode }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  if (!useMay('history', 'view')) return children;
  const next = new URLSearchParams(params);
  next.set('why', day);
  return (
    <Link
      to={`?${next.toString()}`}
      title={t('vehicle-page.why.day.title', { day: formatDate(day) })}
      preventScrollReset
    >
      {children}
    </Link>
  );
}

/** The last days, one per line, each a link to the day's timeline. */
export function Days({ days, vehicleId }: { days: readonly DaySums[]; vehicleId: number }) {
  const { t } = useTranslation();
  if (days.length === 0) {
    return (
      <Text c="dimmed" p="md">
        {t('vehicle-page.nothing-text')}
      </Text>
    );
  }
  const most = Math.max(1, ...days.map(({ distanceM }) => distanceM));
  const shown = TIMES.filter((key) => key !== 'tow' || days.some(({ towS }) => towS > 0));
  return (
    <div className={classes['wide']}>
      <table className={classes['days']}>
        <thead>
          <tr>
            {['day', 'distance', ...shown, 'trips', 'max'].map((key) => (
              <th key={key} scope="col">
                {sumName(t, key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => {
            const sums = sumOf([day]);
            const times = timesOf(t, sums);
            return (
              <tr key={day.day}>
                <th scope="row">
                  <MenuLink menu="timeline" to={`/timeline?vehicle=${vehicleId}&day=${day.day}`} inherit>
                    {formatDate(day.day)}
                  </MenuLink>
                </th>
                <td>
                  <Why day={day.day}>
                    <FigureValue figure={countOf(t, day.distanceM, formatDistance(day.distanceM), seenIn(sums))} />
                  </Why>
                  <Progress value={day.distanceM} max={most} size={4} />
                </td>
                {shown.map((key) => (
                  <td key={key}>
                    <FigureValue figure={times[key]} />
                  </td>
                ))}
                <td>
                  <FigureValue figure={tripsOf(t, sums, seenIn(sums))} />
                </td>
                <td>{maxSpeedText(day.maxKph)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Text size="xs" c="dimmed" px="md" py="xs">
        {t('vehicle-page.sum.adds-up')}
      </Text>
    </div>
  );
}

import type { DriverDay } from '@milepost/contract/driver-routes';
import { useTranslation } from 'react-i18next';
import { formatDistance, formatDuration, formatNumber } from '../../text/format.ts';
import { mostText } from '../../ui/engine/figure-text.ts';
import classes from './driver-page.module.css';

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Sums over days. */
export function DayFigures({ days }: { days: readonly DriverDay[] }) {
  const { t } = useTranslation();
  const figures = [
    ['distance', formatDistance(sum(days.map(({ distanceM }) => distanceM)))],
    ['duration', formatDuration(sum(days.map(({ durationS }) => durationS)))],
    ['trips', formatNumber(sum(days.map(({ trips }) => trips)))],
    ['overspeeds', formatNumber(sum(days.map(({ overspeeds }) => overspeeds)))],
    ['max', mostText(Math.max(0, ...days.map(({ maxKph }) => maxKph)))],
  ] as const;
  return (
    <dl className={classes['figures']}>
      {figures.map(([key, text]) => (
        <div key={key}>
          <dt>{t(`driver-info.sum.${key}`)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

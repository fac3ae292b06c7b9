import type { Schedule } from '@milepost/contract/route-schedule';
import { useTranslation } from 'react-i18next';
import { formatDistance, formatDuration, formatNumber } from '../../../text/format.ts';
import { secondClock } from './clock-text.ts';
import classes from './routes.module.css';

/** The totals of a run: kilometres, driving, service, waiting, and its end. */
export function RunTotals({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation();
  const served = schedule.stops.filter((stop) => stop !== null).length;
  const totals: [string, string][] = [
    ['stops', formatNumber(served)],
    ['distance', formatDistance(schedule.drivingM)],
    ['driving', formatDuration(schedule.drivingS)],
    ['service', formatDuration(schedule.serviceS)],
    ...(schedule.waitS >= 60 ? [['waiting', formatDuration(schedule.waitS)] as [string, string]] : []),
    ['end', secondClock(schedule.endS)],
  ];
  return (
    <dl className={classes['totals']} aria-live="polite" aria-label={t('routes.totals')}>
      {totals.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`routes.total.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {schedule.outside > 0 && (
        <div className={classes['outside']}>{t('routes.total.outside', { number: schedule.outside })}</div>
      )}
    </dl>
  );
}

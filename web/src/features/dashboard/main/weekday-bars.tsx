import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../../api/call.ts';
import { formatDistance } from '../../../text/format.ts';
import { formatShortDay } from './day-text.ts';
import { NOT_KNOWN } from '../../../ui/engine/told-time.ts';
import classes from './main.module.css';

interface Props {
  data: CallOutput<'get-dashboard-weekdays'>;
  /** The time of day that is compared. */
  time: string;
}

/** The distance of each of the days, until the time of day and in whole; each leads to its own figures. */
export function WeekdayBars({ data, time }: Props) {
  const { t } = useTranslation();
  const most = Math.max(1, ...data.days.map(({ untilNow, whole }) => Math.max(untilNow.distanceM, whole.distanceM)));
  const share = (distanceM: number) => `${(distanceM / most) * 100}%`;
  return (
    <>
      <p className={classes['legend']}>
        <span aria-hidden />
        {t('dashboard.weekdays.until', { time })}
        <span aria-hidden data-rest />
        {t('dashboard.weekdays.rest')}
      </p>
      <ol className={classes['days']}>
        {data.days.map(({ day, known, untilNow, whole }, index) => {
          // Today's day total is only younger than what is known of its trips.
          const distanceM = index === 0 ? untilNow.distanceM : whole.distanceM;
          return (
            <li key={day}>
              <Link to={`/dashboard/main?${index === 0 ? '' : `range=own&from=${day}&to=${day}`}`}>
                <span>{index === 0 ? t('dashboard.ranges.today') : formatShortDay(day)}</span>
                <span className={classes['bar']} aria-hidden>
                  <span style={{ inlineSize: share(Math.min(untilNow.distanceM, distanceM)) }} />
                  <span style={{ inlineSize: share(Math.max(0, distanceM - untilNow.distanceM)) }} data-rest />
                </span>
                {known || index === 0 ? (
                  <span>{formatDistance(distanceM)}</span>
                ) : (
                  <span title={t('engine.nothing-seen')}>{NOT_KNOWN}</span>
                )}
              </Link>
            </li>
          );
        })}
      </ol>
    </>
  );
}

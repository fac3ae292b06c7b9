import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../../api/call.ts';
import { formatDistance } from '../../../text/format.ts';
import { formatShortDay } from './day-text.ts';
import classes from './lists.module.css';

interface Props {
  data: CallOutput<'get-dashboard-weekdays'>;
  /** The compared time of day. */
  time: string;
}

/** The distance of each day with data, up to the time of day and in total; each links to its own figures. */
export function WeekdayBars({ data, time }: Props) {
  const { t } = useTranslation();
  const { over } = data;
  const days = data.days.filter(({ known }, index) => known || index === 0);
  const most = Math.max(1, ...days.map(({ untilNow, whole }) => Math.max(untilNow.distanceM, whole.distanceM)));
  const share = (distanceM: number) => `${(distanceM / most) * 100}%`;
  return (
    <>
      {!over && (
        <p className={classes['legend']}>
          <span aria-hidden />
          {t('dashboard.weekdays.until', { time })}
          <span aria-hidden data-rest />
          {t('dashboard.weekdays.rest')}
        </p>
      )}
      <ol className={classes['days']}>
        {days.map(({ day, untilNow, whole }, index) => {
          const isToday = index === 0 && !over;
          // Today's day total is newer than the trips computed so far.
          const distanceM = isToday ? untilNow.distanceM : whole.distanceM;
          const dark = over ? distanceM : Math.min(untilNow.distanceM, distanceM);
          return (
            <li key={day}>
              <Link to={`/dashboard/main?${isToday ? '' : `range=own&from=${day}&to=${day}`}`}>
                <span>{isToday ? t('dashboard.ranges.today') : formatShortDay(day)}</span>
                <span className={classes['bar']} aria-hidden>
                  <span style={{ inlineSize: share(dark) }} />
                  <span style={{ inlineSize: share(distanceM - dark) }} data-rest />
                </span>
                <span>{formatDistance(distanceM)}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </>
  );
}

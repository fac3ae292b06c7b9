import type { DashboardSums } from '@milepost/contract/dashboard-routes';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../api/call.ts';
import { formatClock, formatDistance, formatNumber } from '../../../text/format.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { Card } from './card.tsx';
import { changePercent, formatChange, meanOf } from './change.ts';
import { formatWeekday } from './day-text.ts';
import { formatHours } from './figure-text.ts';
import classes from './main.module.css';
import { WeekdayBars } from './weekday-bars.tsx';
import { HiddenText } from '../../../ui/hidden-text/hidden-text.tsx';

type Weekdays = CallOutput<'get-dashboard-weekdays'>;

const ROWS: readonly { key: keyof DashboardSums; format: (value: number) => string }[] = [
  { key: 'distanceM', format: formatDistance },
  { key: 'drivingS', format: formatHours },
  { key: 'trips', format: formatNumber },
  { key: 'drove', format: formatNumber },
  { key: 'alarms', format: formatNumber },
];

/** Today so far against the same weekday of the last four weeks: until the same time of day, and in whole. */
export function WeekdaysCard({ data, error }: { data: Weekdays | undefined; error: Error | null }) {
  const { t } = useTranslation();
  const weekday = data?.days[0] ? formatWeekday(data.days[0].day) : '';
  return (
    <Card area="weekdays" title={t('dashboard.weekdays.title', { weekday })}>
      {error && <ErrorNote error={error} />}
      {data ? <Comparison data={data} weekday={weekday} /> : !error && <Skeleton height={268} radius="md" />}
    </Card>
  );
}

function Comparison({ data, weekday }: { data: Weekdays; weekday: string }) {
  const { t } = useTranslation();
  const time = formatClock(data.now);
  const [today] = data.days;
  if (!today) return null;
  const earlier = data.days.slice(1).filter(({ known }) => known);
  const usual = (key: keyof DashboardSums) =>
    meanOf(
      earlier.map(({ untilNow }) => untilNow),
      key,
    );
  return (
    <>
      <table className={classes['compare']}>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.weekdays.until', { time })}</th>
            <th scope="col">{t('dashboard.ranges.today')}</th>
            <th scope="col">{t('dashboard.weekdays.usual', { weekday })}</th>
            <th scope="col">
              <HiddenText>{t('dashboard.weekdays.change')}</HiddenText>
            </th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ key, format }) => {
            const change = changePercent(today.untilNow[key], usual(key));
            return (
              <tr key={key}>
                <th scope="row">{t(`dashboard.weekdays.${key}`)}</th>
                <td>
                  <strong>{format(today.untilNow[key])}</strong>
                </td>
                <td>{earlier.length === 0 ? '–' : format(usual(key))}</td>
                <td>{change === null ? '–' : formatChange(change)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <WeekdayBars data={data} time={time} />
    </>
  );
}

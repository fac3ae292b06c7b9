import type { DashboardSums } from '@milepost/contract/dashboard-operations';
import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../api/call.ts';
import { formatClock, formatDistance, formatNumber } from '../../../text/format.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { Card } from './card.tsx';
import { changePercent, formatChange, meanOf } from './change.ts';
import { formatShortDay, formatWeekday } from './day-text.ts';
import { formatHours } from './figure-text.ts';
import classes from './lists.module.css';
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

/**
 * The day of the range, or its last, compared with the same weekday of the four weeks before, if they have data: today
 * up to the same time of day, an earlier day in whole.
 */
export function WeekdaysCard({ data, error }: { data: Weekdays | undefined; error: Error | null }) {
  const { t } = useTranslation();
  const [first, ...weeks] = data?.days ?? [];
  const weekday = first ? formatWeekday(first.day) : '';
  const count = weeks.filter(({ known }) => known).length;
  const title = data?.over === true ? 'dashboard.weekdays.title-over' : 'dashboard.weekdays.title';
  return (
    <Card
      area="weekdays"
      title={
        count === 0 && data
          ? t('dashboard.weekdays.title-alone', { weekday })
          : t(title, { count: count || 4, weekday, day: first && formatShortDay(first.day) })
      }
    >
      {error && <ErrorNote error={error} />}
      {data ? <Comparison data={data} weekday={weekday} /> : !error && <Skeleton height={268} radius="md" />}
    </Card>
  );
}

function Comparison({ data, weekday }: { data: Weekdays; weekday: string }) {
  const { t } = useTranslation();
  const time = formatClock(data.now);
  const [first] = data.days;
  if (!first) return null;
  const part = (day: Weekdays['days'][number]) => (data.over ? day.whole : day.untilNow);
  const shown = part(first);
  const earlier = data.days.slice(1).filter(({ known }) => known);
  const usual = (key: keyof DashboardSums) => meanOf(earlier.map(part), key);
  return (
    <>
      <table className={classes['compare']}>
        <thead>
          <tr>
            <th scope="col">{data.over ? t('dashboard.weekdays.whole') : t('dashboard.weekdays.until', { time })}</th>
            <th scope="col">{data.over ? formatShortDay(first.day) : t('dashboard.ranges.today')}</th>
            {earlier.length > 0 && (
              <>
                <th scope="col">{t('dashboard.weekdays.usual', { weekday })}</th>
                <th scope="col">
                  <HiddenText>{t('dashboard.weekdays.change')}</HiddenText>
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ key, format }) => {
            const change = changePercent(shown[key], usual(key));
            return (
              <tr key={key}>
                <th scope="row">{t(`dashboard.weekdays.${key}`)}</th>
                <td>
                  <strong>{format(shown[key])}</strong>
                </td>
                {earlier.length > 0 && (
                  <>
                    <td>{format(usual(key))}</td>
                    <td>{change === null ? '–' : formatChange(change)}</td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {earlier.length > 0 ? (
        <WeekdayBars data={data} time={time} />
      ) : (
        <Text size="sm" c="dimmed" mt="sm">
          {t('dashboard.weekdays.none', { weekday })}
        </Text>
      )}
    </>
  );
}

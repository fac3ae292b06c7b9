import type { TimelineRow } from '@milepost/contract/timeline-operations';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { formatClock, formatDayAndClock, formatDistance, formatDuration } from '../../text/format.ts';
import { nameAmongOthers } from '../../ui/move/moved-text.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { historyPath } from '../../ui/history-path.ts';
import { driversText } from '../../ui/driver/drivers-text.ts';
import { fromToText } from '../../ui/from-to-text.ts';
import type { View } from './axis.ts';
import rowClasses from './rows.module.css';
import pageClasses from './timeline.module.css';
import { columnName, totalOf, TOTALS } from './totals-cells.tsx';
import type { Timeline } from './use-timeline.ts';
import type { useRows } from './use-rows.ts';

/** The number of vehicles per page. */
const PAGE = 25;
const REFETCH_MS = 60_000;

interface Props {
  timeline: Timeline;
  input: Parameters<typeof useRows>[0];
  empty: ReactNode;
}

/** The day as text: the spans of each vehicle. */
export function TimelineTable({ timeline, input, empty }: Props) {
  const { t } = useTranslation();
  const { state, change, edges, isToday } = timeline;
  const query = useCall(
    'get-timeline',
    { ...input, page: state.page, pageSize: PAGE },
    { placeholderData: keepPreviousData, ...(isToday && { refetchInterval: REFETCH_MS }) },
  );
  const { data, error } = query;
  if (error && !data)
    return <ErrorNote radius={0} title={t('table.failed')} error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton height={240} m="md" />;
  if (data.total === 0) return <div className={pageClasses['empty']}>{empty}</div>;
  const pages = Math.ceil(data.total / PAGE);
  const head = ['vehicle', 'what', 'from', 'to', 'duration', 'distance', 'place'];
  return (
    <>
      <div className={rowClasses['scroll']}>
        <table className={pageClasses['table']} aria-label={t('timeline.title')}>
          <thead>
            <tr>
              {head.map((column) => (
                <th key={column} scope="col">
                  {t(`timeline.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <Fragment key={row.id}>
                <Summary row={row} />
                {spansOf(t, row).map((span, index) => (
                  <tr key={index}>
                    <td />
                    <td>{span.name ?? t(`timeline.kind.${span.kind}`)}</td>
                    <td>
                      <Link to={historyPath(row.id, { ...edges, at: Math.max(edges.from, Date.parse(span.start)) })}>
                        {timeText(span.start, edges)}
                      </Link>
                    </td>
                    <td>{span.end === null ? t('timeline.goes-on') : timeText(span.end, edges)}</td>
                    <td>
                      {span.end === null ? '' : formatDuration((Date.parse(span.end) - Date.parse(span.start)) / 1000)}
                    </td>
                    <td>{span.distanceM === null ? '' : formatDistance(span.distanceM)}</td>
                    <td>{span.place}</td>
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <Group p="sm" justify="end" gap="xs">
          <Text size="sm" c="dimmed">
            {t('table.page-of', { page: state.page, of: pages })}
          </Text>
          <Button variant="default" disabled={state.page <= 1} onClick={() => change({ page: state.page - 1 })}>
            {t('timeline.previous')}
          </Button>
          <Button variant="default" disabled={state.page >= pages} onClick={() => change({ page: state.page + 1 })}>
            {t('timeline.next')}
          </Button>
        </Group>
      )}
    </>
  );
}

function Summary({ row }: { row: TimelineRow }) {
  const { t } = useTranslation();
  return (
    <tr className={pageClasses['summary']}>
      <th scope="rowgroup">{nameAmongOthers(t, row)}</th>
      <td colSpan={6}>
        {row.bands.length === 0
          ? t('timeline.nothing-known')
          : TOTALS.map((column) => `${columnName(t, column)} ${totalOf(t, row.totals, column).text}`).join(' · ')}
      </td>
    </tr>
  );
}

/** Only the time within the day, with the date outside of it. */
function timeText(time: string, day: View): string {
  const ms = Date.parse(time);
  return ms >= day.from && ms <= day.to ? formatClock(ms) : formatDayAndClock(ms);
}

interface Line {
  kind: string;
  /** The name of a geofence or a rule; null for motion. */
  name: string | null;
  start: string;
  end: string | null;
  distanceM: number | null;
  place: string | null;
}

/** All entries of a row in order of time. */
function spansOf(t: TFunction, row: TimelineRow): Line[] {
  const lines: Line[] = [
    ...row.bands.map((band) => ({
      ...band,
      name: null,
      end: band.open ? null : band.end,
      place: [fromToText(t, band.place, band.endPlace), driversText(t, band.drivers)].filter(Boolean).join(' · '),
    })),
    ...row.visits.map(({ fenceName, ...visit }) => ({ ...visit, kind: 'visit', name: fenceName, place: null })),
    ...row.alarms.map(({ start, clearedAt, ruleName }) => ({
      kind: 'alarm',
      name: ruleName,
      start,
      end: clearedAt,
      distanceM: null,
      place: null,
    })),
  ];
  return lines.toSorted((a, b) => a.start.localeCompare(b.start));
}

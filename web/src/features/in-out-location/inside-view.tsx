import type { InsideRow } from '@milepost/contract/visit-operations';
import { Group, Paper, Skeleton, Title } from '@mantine/core';
import { IconMapPinCheck } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { useServerNow } from '../../live/use-live.ts';
import { formatDayAndClock, formatDuration } from '../../text/format.ts';
import { ReportExport } from '../../ui/export/report-export.tsx';
import { SearchBox } from '../../ui/data-table/search-box.tsx';
import { TableFooter } from '../../ui/data-table/table-footer.tsx';
import type { TableDefaults } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { factPath } from '../../ui/history-path.ts';
import { InsideMoment } from './inside-moment.tsx';
import { FenceName } from './fence-name.tsx';
import classes from './in-out-location.module.css';
import { VisitFilters } from './visit-filters.tsx';
import { BetweenFixes } from '../../ui/between-fixes/between-fixes.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { knownUntil } from './known-until.ts';
import { asInsideReport, type VisitState, visitFilterOf } from './visit-state.ts';

const REFETCH_MS = 15_000;
const DEFAULTS: TableDefaults<'fence'> = { sorts: ['fence'], sort: 'fence', direction: 'asc' };

/** The vehicles inside each geofence now, or at a past moment, and since when. */
export function InsideView({ state: visits, tabs }: { state: VisitState; tabs: ReactNode }) {
  const { t } = useTranslation();
  const { state, change, filter } = useTableState(DEFAULTS);
  const { at } = visits;
  const input = { ...state, ...visitFilterOf(visits), ...(at !== null && { at: new Date(at).toISOString() }) };
  const polling = at === null && { refetchInterval: REFETCH_MS };
  const query = useCall('get-visits-inside', input, { placeholderData: keepPreviousData, ...polling });
  const { data, error } = query;
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, 'li > a:first-child');
  const fences = [...Map.groupBy(data?.rows ?? [], ({ fenceId }) => fenceId).values()];
  const label = (key: string) => t(`in-out-location.${key}`);
  return (
    <div className={classes['page']}>
      <Group justify="space-between" gap="sm">
        <Title order={1} size={20}>
          {label('title')}
        </Title>
        <Group gap="xs">
          {tabs}
          <ReportExport {...asInsideReport(visits, state)} />
        </Group>
      </Group>
      <Paper withBorder radius="lg" className={classes['paper']}>
        <Group p="sm" gap="xs">
          <SearchBox label={label('search')} value={state.search} onChange={(search) => change({ search })} />
          <InsideMoment at={at} filter={filter} />
          <VisitFilters state={visits} filter={filter} />
        </Group>
        {error && <ErrorNote radius={0} title={t('table.failed')} error={error} onRetry={() => void query.refetch()} />}
        {!data && !error && <Skeleton height={160} m="md" w="auto" />}
        {data?.rows.length === 0 && (
          <div className={classes['empty']}>
            <EmptyNote
              icon={<IconMapPinCheck size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
              title={label(at === null ? 'nobody' : 'nobody-then')}
              text={label(at === null ? 'nobody-text' : 'nobody-then-text')}
            />
          </div>
        )}
        <div ref={list} className={classes['fences']}>
          {fences.map((rows) => (
            <Inside key={rows[0]?.fenceId} rows={rows} at={at} />
          ))}
        </div>
        {(data?.total ?? 0) > state.pageSize && (
          <TableFooter total={data?.total ?? 0} state={state} onChange={change} />
        )}
      </Paper>
    </div>
  );
}

/** One geofence and the vehicles inside. */
function Inside({ rows, at }: { rows: readonly InsideRow[]; at: number | null }) {
  const { t } = useTranslation();
  const now = useServerNow(1000);
  const [first] = rows;
  if (!first) return null;
  return (
    <section className={classes['inside']} aria-label={first.fenceName}>
      <h2>
        <FenceName name={first.fenceName} colour={first.fenceColour} />
        <span>{t('in-out-location.vehicles', { count: rows.length })}</span>
      </h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={`/vehicle-info/${row.vehicleId}`}>{row.registration}</Link>
            <span className={classes['driver']}>{row.driverName ?? row.groupName}</span>
            <Link to={factPath(row, now)} className={classes['since']}>
              {at !== null && row.end !== null
                ? t('in-out-location.from-to', { from: formatDayAndClock(row.start), to: formatDayAndClock(row.end) })
                : t('in-out-location.since', { time: formatDayAndClock(row.start) })}
              <BetweenFixes visit={row} />
              {row.heardAt !== null && (
                <span className={classes['heard']}>
                  <StatusIcon status="silent" size={12} />
                  {t('in-out-location.inside-heard', { time: formatDayAndClock(row.heardAt) })}
                </span>
              )}
            </Link>
            <b>{formatDuration((knownUntil(row, now) - Date.parse(row.start)) / 1000)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

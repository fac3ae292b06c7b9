import type { TripRow } from '@milepost/contract/timeline-operations';
import { Group, Paper } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { useServerNow } from '../../live/use-live.ts';
import { useToday } from '../../live/use-today.ts';
import { coordinates } from '../../text/coordinates.ts';
import { formatDayAndClock, formatDistance, formatDuration } from '../../text/format.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { TableFooter } from '../../ui/data-table/table-footer.tsx';
import type { TableDefaults } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { DaysFilter } from '../../ui/date-range/days-filter.tsx';
import { rangeOf, readDays } from '../../ui/date-range/days-of.ts';
import { driversText } from '../../ui/driver/drivers-text.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { maxSpeedText } from '../../ui/engine/figure-text.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { factPath } from '../../ui/history-path.ts';
import classes from './driver-page.module.css';

const DEFAULTS: TableDefaults<string> = { sorts: ['start'], sort: 'start', direction: 'desc' };
const MINUTE_MS = 60_000;

/** The trips that the driver drove wholly or in part, with the source of that information. */
export function DriverTrips({ driverId }: { driverId: number }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const now = useServerNow(MINUTE_MS);
  const days = readDays(params, useToday());
  const { state, change, filter } = useTableState(DEFAULTS);
  const { page, pageSize } = state;
  const query = useCall(
    'get-driver-trips',
    { driverId, ...rangeOf(days), page, pageSize },
    { placeholderData: keepPreviousData },
  );
  const { data, error } = query;
  return (
    <Paper withBorder radius="lg" className={classes['list']}>
      <Group p="sm">
        <DaysFilter days={days} filter={filter} />
      </Group>
      {error && <ErrorNote radius={0} title={t('table.failed')} error={error} onRetry={() => void query.refetch()} />}
      {data?.total === 0 ? (
        <Group justify="center" p="xl">
          <EmptyNote title={t('driver-info.no-trips')} text={t('driver-info.no-trips-text')} />
        </Group>
      ) : (
        (data !== undefined || !error) && (
          <DataTable
            label={t('driver-info.tabs.trips')}
            columns={columns(t, driverId)}
            rows={data?.rows}
            state={state}
            onChange={change}
            onOpen={(trip) => void navigate(factPath(trip, now))}
            stale={query.isPlaceholderData}
          />
        )
      )}
      {(data?.total ?? 0) > 0 && <TableFooter total={data?.total ?? 0} state={state} onChange={change} />}
    </Paper>
  );
}

function columns(t: TFunction, driverId: number): Column<TripRow>[] {
  const label = (key: string) => t(`driver-info.trip.${key}`);
  return [
    { key: 'vehicle', label: label('vehicle'), render: ({ registration }) => <b>{registration}</b> },
    { key: 'start', label: label('start'), render: ({ start }) => formatDayAndClock(start) },
    {
      key: 'from',
      label: label('from'),
      text: true,
      from: 900,
      render: ({ startAddress, startPlace }) => startAddress ?? coordinates(startPlace),
    },
    {
      key: 'to',
      label: label('to'),
      text: true,
      render: ({ endAddress, endPlace }) => endAddress ?? coordinates(endPlace),
    },
    {
      key: 'distance',
      label: label('distance'),
      align: 'right',
      render: ({ distanceM }) => <b>{formatDistance(distanceM)}</b>,
    },
    { key: 'duration', label: label('duration'), align: 'right', render: ({ durationS }) => formatDuration(durationS) },
    { key: 'max', label: label('max'), align: 'right', from: 1100, render: ({ maxKph }) => maxSpeedText(maxKph) },
    {
      key: 'known',
      label: label('known'),
      text: true,
      // This driver's part first, then the others'.
      render: ({ drivers }) =>
        driversText(
          t,
          drivers.toSorted((a, b) => Number(b.id === driverId) - Number(a.id === driverId)),
        ),
    },
  ];
}

import type { TowRow } from '@milepost/contract/timeline-operations';
import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { coordinates } from '../../../text/coordinates.ts';
import { formatDayAndClock, formatDistance, formatDuration, formatSpeedAndUnit } from '../../../text/format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { unknownTimeText } from '../../../ui/engine/figure-text.ts';
import { FigureValue } from '../../../ui/engine/figure-value.tsx';

const SORTS = ['start', 'distance', 'duration', 'registration'] as const;
type Sort = (typeof SORTS)[number];
export const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'start', direction: 'desc' };

const from = (tow: TowRow) => tow.startAddress ?? coordinates(tow.startPlace);
const to = (tow: TowRow) => tow.endAddress ?? coordinates(tow.endPlace);
const ended = (t: TFunction, { end }: TowRow) => (end === null ? t('tows.goes-on') : formatDayAndClock(end));

export function towColumns(t: TFunction): Column<TowRow, Sort>[] {
  return [
    {
      key: 'vehicle',
      label: t('tows.vehicle'),
      sort: 'registration',
      render: ({ registration, groupName }) => (
        <>
          <b>{registration}</b>{' '}
          <Text span size="sm" c="dimmed">
            {groupName}
          </Text>
        </>
      ),
    },
    { key: 'start', label: t('tows.start'), sort: 'start', render: ({ start }) => formatDayAndClock(start) },
    { key: 'end', label: t('tows.end'), from: 760, render: (tow) => ended(t, tow) },
    { key: 'from', label: t('tows.from'), text: true, render: from },
    { key: 'to', label: t('tows.to'), text: true, render: to },
    {
      key: 'distance',
      label: t('tows.distance'),
      sort: 'distance',
      align: 'right',
      render: ({ distanceM }) => <b>{formatDistance(distanceM)}</b>,
    },
    {
      key: 'duration',
      label: t('tows.duration'),
      sort: 'duration',
      align: 'right',
      render: ({ durationS, unseenS }) => (
        <FigureValue figure={{ text: formatDuration(durationS), why: unknownTimeText(t, unseenS) }} />
      ),
    },
    {
      key: 'max',
      label: t('tows.max'),
      align: 'right',
      from: 1100,
      render: ({ maxKph }) => (maxKph === null ? '–' : formatSpeedAndUnit(maxKph)),
    },
    { key: 'driver', label: t('tows.driver'), from: 1240, render: ({ driverName }) => driverName ?? '–' },
  ];
}

/** Numbers stay numbers, in the units of their headings. */
export const towCells = (t: TFunction): CsvColumn<TowRow>[] => [
  { label: t('tows.vehicle'), value: ({ registration }) => registration },
  { label: t('tows.group'), value: ({ groupName }) => groupName },
  { label: t('tows.driver'), value: ({ driverName }) => driverName },
  { label: t('tows.start'), value: ({ start }) => start },
  { label: t('tows.end'), value: ({ end }) => end },
  { label: t('tows.from'), value: from },
  { label: t('tows.to'), value: to },
  { label: t('tows.km'), value: ({ distanceM }) => Math.round(distanceM / 10) / 100 },
  { label: t('tows.minutes'), value: ({ durationS }) => Math.round(durationS / 6) / 10 },
];

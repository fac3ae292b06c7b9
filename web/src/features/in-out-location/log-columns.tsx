import type { VisitRow } from '@milepost/contract/visit-operations';
import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { formatDayAndClock, formatDistance, formatDuration, formatSpeedAndUnit } from '../../text/format.ts';
import type { Column } from '../../ui/data-table/column.ts';
import type { TableDefaults } from '../../ui/data-table/table-state.ts';
import { BetweenFixes } from '../../ui/between-fixes/between-fixes.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { FenceName } from './fence-name.tsx';
import { IconPointFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { knownUntil } from './known-until.ts';
import classes from './in-out-location.module.css';

const SORTS = ['start', 'duration', 'registration', 'fence', 'distance'] as const;
export type LogSort = (typeof SORTS)[number];
export const LOG_DEFAULTS: TableDefaults<LogSort> = { sorts: SORTS, sort: 'start', direction: 'desc' };
/** The sort columns of the report for the file. */
export const EXPORT_SORT_COLUMNS = {
  start: 'start',
  duration: 'duration',
  registration: 'vehicle',
  fence: 'fence',
  distance: 'distance',
} as const;

const speed = (kph: number | null) => (kph === null ? '–' : formatSpeedAndUnit(kph));
/** The duration so far: the server's for an ongoing visit, or the elapsed time. */
const lasting = (visit: VisitRow, now: number) =>
  visit.end === null
    ? Math.max(visit.durationS, (knownUntil(visit, now) - Date.parse(visit.start)) / 1000)
    : visit.durationS;

export function logColumns(t: TFunction, now: number): Column<VisitRow, LogSort>[] {
  const label = (key: string) => t(`in-out-location.${key}`);
  return [
    {
      key: 'vehicle',
      label: label('vehicle'),
      sort: 'registration',
      render: ({ vehicleId, registration, groupName }) => (
        <>
          <Text span fw={600} component={Link} to={`/vehicle-info/${vehicleId}`} c="inherit">
            {registration}
          </Text>{' '}
          <Text span size="sm" c="dimmed">
            {groupName}
          </Text>
        </>
      ),
    },
    {
      key: 'fence',
      label: label('fence'),
      sort: 'fence',
      render: (visit) => (
        <>
          <FenceName name={visit.fenceName} colour={visit.fenceColour} />
          <BetweenFixes visit={visit} />
        </>
      ),
    },
    { key: 'in', label: label('in'), sort: 'start', render: ({ start }) => formatDayAndClock(start) },
    {
      key: 'out',
      label: label('out'),
      render: ({ end, heardAt }) => (end === null ? <InsideChip heardAt={heardAt} /> : formatDayAndClock(end)),
    },
    {
      key: 'duration',
      label: label('duration'),
      sort: 'duration',
      align: 'right',
      render: (visit) => formatDuration(lasting(visit, now)),
    },
    {
      key: 'distance',
      from: 880,
      label: label('distance'),
      sort: 'distance',
      align: 'right',
      render: ({ distanceM }) => formatDistance(distanceM),
    },
    {
      key: 'entry',
      from: 1340,
      label: label('entry-speed'),
      align: 'right',
      wideOnly: true,
      render: ({ entryKph }) => speed(entryKph),
    },
    {
      key: 'exit',
      from: 1440,
      label: label('exit-speed'),
      align: 'right',
      wideOnly: true,
      render: ({ exitKph }) => speed(exitKph),
    },
    {
      key: 'since',
      from: 1200,
      label: label('since-last'),
      align: 'right',
      render: ({ sinceLastS }) => (sinceLastS === null ? label('first') : formatDuration(sinceLastS)),
    },
    { key: 'driver', from: 1080, label: label('driver'), render: ({ driverName }) => driverName ?? '–' },
  ];
}

/** Shows that a visit is in progress, or was at the vehicle's last contact. */
function InsideChip({ heardAt }: Pick<VisitRow, 'heardAt'>) {
  const { t } = useTranslation();
  if (heardAt !== null) {
    return (
      <span className={classes['chip']} data-silent>
        <StatusIcon status="silent" size={12} />
        {t('in-out-location.inside-heard', { time: formatDayAndClock(heardAt) })}
      </span>
    );
  }
  return (
    <span className={classes['chip']}>
      <IconPointFilled size={10} aria-hidden />
      {t('in-out-location.still-inside')}
    </span>
  );
}

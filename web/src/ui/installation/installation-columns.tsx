import type { Installation } from '@milepost/contract/installation-operations';
import { Badge } from '@mantine/core';
import type { TFunction } from 'i18next';
import { formatDayAndClock, formatDistance } from '../../text/format.ts';
import type { Column } from '../data-table/column.ts';
import type { TableDefaults } from '../data-table/table-state.ts';

const SORTS = ['from', 'to', 'registration', 'identity', 'technician'] as const;
type Sort = (typeof SORTS)[number];
export const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'from', direction: 'desc' };

const dash = (text: string | null) => text ?? '–';
const simOf = ({ simNumber, simOperator }: Installation) => [simNumber, simOperator].filter(Boolean).join(' · ') || '–';

/** @param ofOne true for the list of one vehicle, which does not repeat the registration in each row */
export function installationColumns(t: TFunction, ofOne: boolean): Column<Installation, Sort>[] {
  const label = (key: string) => t(`installation.${key}`);
  const vehicle: Column<Installation, Sort> = {
    key: 'vehicle',
    label: label('vehicle'),
    sort: 'registration',
    render: ({ registration }) => <b>{registration}</b>,
  };
  return [
    ...(ofOne ? [] : [vehicle]),
    {
      key: 'device',
      label: label('device'),
      sort: 'identity',
      render: ({ identity, model }) => (
        <>
          <span className="mono">{identity}</span> {model}
        </>
      ),
    },
    { key: 'from', label: label('from'), sort: 'from', render: ({ from }) => formatDayAndClock(from) },
    {
      key: 'to',
      label: label('to'),
      sort: 'to',
      render: ({ to }) =>
        to === null ? (
          <Badge variant="light" tt="none" fw={500}>
            {label('present')}
          </Badge>
        ) : (
          formatDayAndClock(to)
        ),
    },
    {
      key: 'technician',
      label: label('technician'),
      sort: 'technician',
      from: 760,
      render: ({ technician }) => dash(technician),
    },
    { key: 'place', label: label('place'), from: 980, render: ({ place }) => dash(place) },
    {
      key: 'odometer',
      label: label('odometer'),
      align: 'right',
      from: 1100,
      render: ({ odometerM }) => (odometerM === null ? '–' : formatDistance(odometerM)),
    },
    { key: 'sim', label: label('sim'), from: 1240, render: simOf },
    { key: 'note', label: label('note'), text: true, from: 1400, render: ({ note }) => note ?? '' },
  ];
}

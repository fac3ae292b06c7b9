import type { Vehicle } from '@milepost/contract/vehicle-routes';
import { ActionIcon, Badge, Checkbox, Text } from '@mantine/core';
import { type Icon, IconMapPin } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { Ago } from '../../ui/ago.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import type { CsvColumn } from '../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../ui/data-table/table-state.ts';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';

const SORTS = ['registration', 'groupName', 'driverName', 'type', 'lastHeardAt'] as const;
type Sort = (typeof SORTS)[number];

export const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'registration', direction: 'asc' };

const makeAndModel = ({ make, model }: Vehicle) => [make, model].filter((part) => part !== null).join(' ');
const dash = (text: string | null) =>
  text ?? (
    <Text span c="dimmed">
      –
    </Text>
  );

/** The button of a row that opens the form, which only shows where the role may not edit. */
export interface Details {
  name: string;
  of: (registration: string) => string;
  Icon: Icon;
  open: (id: number) => void;
}

/** Rows that are chosen; null where there is nothing to do with them. */
export interface Choosing {
  chosen: ReadonlyMap<number, string>;
  toggle: (vehicle: Vehicle) => void;
}

export function tableColumns(t: TFunction, details: Details, choosing: Choosing | null): Column<Vehicle, Sort>[] {
  const label = (key: string) => t(`vehicle-info.${key}`);
  return [
    {
      key: 'registration',
      label: label('registration'),
      sort: 'registration',
      render: (vehicle) => (
        <>
          {choosing && (
            <Checkbox
              display="inline-block"
              me="sm"
              style={{ verticalAlign: 'middle' }}
              aria-label={t('choosing.one', { name: vehicle.registration })}
              checked={choosing.chosen.has(vehicle.id)}
              onChange={() => choosing.toggle(vehicle)}
            />
          )}
          <Text span fw={600} c="inherit" component={Link} to={`/vehicle-info/${vehicle.id}`}>
            {vehicle.registration}
          </Text>{' '}
          <Text span size="sm" c="dimmed">
            {makeAndModel(vehicle)}
          </Text>
        </>
      ),
    },
    {
      key: 'type',
      from: 1080,
      label: label('vehicle-type'),
      sort: 'type',
      render: ({ type }) => t(`vehicle-type.${type}`),
    },
    { key: 'group', label: label('group'), sort: 'groupName', render: ({ groupName }) => dash(groupName) },
    {
      key: 'driver',
      from: 840,
      label: label('driver'),
      sort: 'driverName',
      render: ({ driverName }) => dash(driverName),
    },
    {
      key: 'device',
      from: 1240,
      label: label('device'),
      render: ({ deviceIdentity, deviceProtocol }) =>
        deviceIdentity === null ? (
          dash(null)
        ) : (
          <>
            <span className="mono">{deviceIdentity}</span>{' '}
            {deviceProtocol !== null && (
              <Badge variant="default" size="sm" tt="none" fw={500}>
                {deviceProtocol}
              </Badge>
            )}
          </>
        ),
    },
    {
      key: 'lastHeard',
      label: label('last-heard'),
      sort: 'lastHeardAt',
      align: 'right',
      render: ({ lastHeardAt }) => <Ago at={lastHeardAt} never={label('never')} />,
    },
    {
      key: 'map',
      label: label('see-on-map'),
      bare: true,
      align: 'right',
      wideOnly: true,
      render: ({ id, registration }) => (
        <Tooltip text={label('see-on-map')}>
          <ActionIcon
            component={Link}
            to={`/track-vehicle/${id}`}
            size={28}
            aria-label={t('vehicle-info.on-map', { registration })}
          >
            <IconMapPin size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ),
    },
    {
      key: 'edit',
      label: details.name,
      bare: true,
      align: 'right',
      render: ({ id, registration }) => (
        <Tooltip text={details.name}>
          <ActionIcon size={28} aria-label={details.of(registration)} onClick={() => details.open(id)}>
            <details.Icon size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ),
    },
  ];
}

export function csvColumns(t: TFunction): CsvColumn<Vehicle>[] {
  const label = (key: string) => t(`vehicle-info.${key}`);
  return [
    { label: label('registration'), value: ({ registration }) => registration },
    { label: label('vehicle-type'), value: ({ type }) => t(`vehicle-type.${type}`) },
    { label: label('make'), value: ({ make }) => make },
    { label: label('model'), value: ({ model }) => model },
    { label: label('chassis-number'), value: ({ chassisNumber }) => chassisNumber },
    { label: label('engine-number'), value: ({ engineNumber }) => engineNumber },
    { label: label('group'), value: ({ groupName }) => groupName },
    { label: label('driver'), value: ({ driverName }) => driverName },
    { label: label('device'), value: ({ deviceIdentity }) => deviceIdentity },
    { label: label('protocol'), value: ({ deviceProtocol }) => deviceProtocol },
    { label: label('last-heard'), value: ({ lastHeardAt }) => lastHeardAt },
  ];
}

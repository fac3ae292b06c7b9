import type { Device } from '@milepost/contract/device-operations';
import { Anchor, Badge, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { Ago } from '../../../ui/ago.tsx';
import { FaultBadges } from '../../../ui/device-fault/fault-badges.tsx';
import { faultName } from '../../../ui/device-fault/fault-words.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { CELL_COMMA } from '@milepost/contract/list-text';

const SORTS = ['identity', 'protocol', 'model', 'registration', 'health', 'lastHeardAt'] as const;
type Sort = (typeof SORTS)[number];

export const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'identity', direction: 'asc' };

const dash = (text: string | null) =>
  text ?? (
    <Text span c="dimmed">
      –
    </Text>
  );

export function tableColumns(t: TFunction): Column<Device, Sort>[] {
  const label = (key: string) => t(`settings.devices.${key}`);
  return [
    {
      key: 'identity',
      label: label('identity'),
      sort: 'identity',
      render: ({ identity }) => (
        <Text span fw={600} className="mono" fz={13}>
          {identity}
        </Text>
      ),
    },
    {
      key: 'protocol',
      from: 760,
      label: label('protocol'),
      sort: 'protocol',
      render: ({ protocol }) => dash(protocol),
    },
    { key: 'model', from: 900, label: label('model'), sort: 'model', render: ({ model }) => dash(model) },
    { key: 'sim', from: 1040, label: label('sim-number'), render: ({ simNumber }) => dash(simNumber) },
    {
      key: 'vehicle',
      label: label('vehicle'),
      sort: 'registration',
      render: ({ vehicleId, registration }) =>
        vehicleId === null ? (
          <Badge variant="default" size="sm" tt="none" fw={500}>
            {label('free')}
          </Badge>
        ) : (
          <Anchor component={Link} to={`/vehicle-info/${vehicleId}`}>
            {registration}
          </Anchor>
        ),
    },
    {
      key: 'health',
      label: t('device-fault.column'),
      sort: 'health',
      render: ({ faults, lastHeardAt }) =>
        faults.length > 0 ? (
          <FaultBadges faults={faults} />
        ) : (
          dash(lastHeardAt === null ? null : t('device-fault.fine'))
        ),
    },
    {
      key: 'lastHeard',
      label: label('last-heard'),
      sort: 'lastHeardAt',
      align: 'right',
      render: ({ lastHeardAt }) => <Ago at={lastHeardAt} never={label('never')} />,
    },
  ];
}

export function csvColumns(t: TFunction): CsvColumn<Device>[] {
  const label = (key: string) => t(`settings.devices.${key}`);
  return [
    { label: label('identity'), value: ({ identity }) => identity },
    { label: label('protocol'), value: ({ protocol }) => protocol },
    { label: label('model'), value: ({ model }) => model },
    { label: label('sim-number'), value: ({ simNumber }) => simNumber },
    { label: label('vehicle'), value: ({ registration }) => registration },
    {
      label: t('device-fault.column'),
      value: ({ faults }) => faults.map(({ kind }) => faultName(t, kind)).join(CELL_COMMA),
    },
    { label: label('last-heard'), value: ({ lastHeardAt }) => lastHeardAt },
  ];
}

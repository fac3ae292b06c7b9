import type { DeviceFaultKind } from '@milepost/contract/device-fault';
import { Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call, type CallOutput } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { ExportMenu } from '../../../ui/data-table/export-menu.tsx';
import { fromQuery } from '../../../ui/data-table/from-query.ts';
import type { TableState } from '../../../ui/data-table/table-state.ts';
import { faultName, faultWords } from '../../../ui/device-fault/fault-words.ts';
import { ListDrawer } from './list-drawer.tsx';
import type { useDashboardState } from './use-dashboard-state.ts';

type Faulty = CallOutput<'get-faulty-vehicles'>['rows'][number];
type Sort = 'registration';

/** The vehicles whose device showed a fault, and what it is in words. */
export function FaultyDrawer({ dashboard }: { dashboard: ReturnType<typeof useDashboardState> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { faulty, groupId } = dashboard.state;
  // Kept while it slides away.
  const [kind, setKind] = useState<DeviceFaultKind>('speedUnit');
  if (faulty !== null && faulty !== kind) setKind(faulty);
  const [table, setTable] = useState<TableState<Sort>>({
    search: '',
    sort: 'registration',
    direction: 'asc',
    page: 1,
    pageSize: 50,
  });
  const input = { ...table, kind, ...(groupId !== null && { groupId }) };
  const query = useCall('get-faulty-vehicles', input, { enabled: faulty !== null, placeholderData: keepPreviousData });
  const title = t('device-fault.faulty');
  return (
    <ListDrawer
      title={title}
      text={faultName(t, kind)}
      label={title}
      opened={faulty !== null}
      onClose={() => dashboard.view({ faulty: null })}
      columns={columns(t, kind)}
      state={table}
      onChange={(change) => setTable((current) => ({ ...current, ...change, page: change.page ?? 1 }))}
      onOpen={({ id }) => void navigate(`/vehicle-info/${id}`)}
      {...fromQuery(query)}
      actions={
        <ExportMenu
          name="faulty-devices"
          title={title}
          columns={[
            { label: t('vehicle-info.registration'), value: ({ registration }: Faulty) => registration },
            { label: t('vehicle-info.group'), value: ({ groupName }: Faulty) => groupName },
            { label: t('vehicle-info.device'), value: ({ deviceIdentity }: Faulty) => deviceIdentity },
            { label: faultName(t, kind), value: (faults: Faulty) => wordsOf(t, faults, kind).join(' ') },
          ]}
          fetchPage={(page, pageSize) => call('get-faulty-vehicles', { ...input, page, pageSize })}
        />
      }
    />
  );
}

/** What is wrong of this kind, and what to do. */
const wordsOf = (t: TFunction, { faults }: Faulty, kind: DeviceFaultKind): string[] =>
  faults.filter((fault) => fault.kind === kind).flatMap((fault) => Object.values(faultWords(t, fault)));

const columns = (t: TFunction, kind: DeviceFaultKind): Column<Faulty, Sort>[] => [
  {
    key: 'registration',
    label: t('vehicle-info.registration'),
    sort: 'registration',
    render: ({ registration, groupName, deviceIdentity }) => (
      <>
        <Text span fw={600}>
          {registration}
        </Text>{' '}
        <Text span size="sm" c="dimmed">
          {groupName}
        </Text>
        <Text size="xs" c="dimmed" className="mono">
          {deviceIdentity}
        </Text>
      </>
    ),
  },
  {
    key: 'fault',
    label: faultName(t, kind),
    render: (vehicle) => {
      const [what, todo] = wordsOf(t, vehicle, kind);
      return (
        <>
          {what}
          <Text size="xs" c="dimmed">
            {todo}
          </Text>
        </>
      );
    },
  },
];

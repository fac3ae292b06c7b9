import type { DeviceFaultKind } from '@milepost/contract/device-fault';
import { Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call, type CallOutput } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { ExportMenu } from '../../../ui/data-table/export-menu.tsx';
import { fromQuery } from '../../../ui/data-table/from-query.ts';
import { faultName, faultWords } from '../../../ui/device-fault/fault-words.ts';
import { ListDrawer } from './list-drawer.tsx';
import type { useDashboardState } from './use-dashboard-state.ts';
import { useDrawerList, useKept } from './use-drawer-list.ts';
import { vehicleCells, vehicleColumn } from './vehicle-column.tsx';

type Faulty = CallOutput<'get-faulty-vehicles'>['rows'][number];
type Sort = 'registration';

/** The vehicles whose device showed a fault, and what it is in words. */
export function FaultyDrawer({ dashboard }: { dashboard: ReturnType<typeof useDashboardState> }) {
  const { t } = useTranslation();
  const { faulty, groupId } = dashboard.state;
  const kind = useKept<DeviceFaultKind>(faulty, 'speedUnit');
  const list = useDrawerList<Sort>('registration', 'asc');
  const input = { ...list.state, kind, ...(groupId !== null && { groupId }) };
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
      {...list}
      {...fromQuery(query)}
      actions={
        <ExportMenu
          name="faulty-devices"
          title={title}
          columns={[
            ...vehicleCells(t),
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
  vehicleColumn(t, ({ deviceIdentity }) => (
    <Text size="xs" c="dimmed" className="mono">
      {deviceIdentity}
    </Text>
  )),
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

import type { DeviceFaultKind } from '@milepost/contract/device-fault';
import { Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { FaultList } from '../../../ui/device-fault/fault-list.tsx';
import { faultName } from '../../../ui/device-fault/fault-words.ts';
import { ListDrawer } from './list-drawer.tsx';
import type { useDashboardState } from './use-dashboard-state.ts';
import { useDrawerList, useLastValue } from './use-drawer-list.ts';
import { vehicleColumn } from './vehicle-column.tsx';

type Faulty = CallOutput<'get-faulty-vehicles'>['rows'][number];
type Sort = 'registration';
/** The kind of fault that is listed; `any` lists all kinds, grouped by vehicle. */
type Shown = DeviceFaultKind | 'any';

/** The vehicles whose device has a fault, with its description. */
export function FaultyDrawer({ dashboard }: { dashboard: ReturnType<typeof useDashboardState> }) {
  const { t } = useTranslation();
  const { faulty, groupId } = dashboard.state;
  const kind = useLastValue<Shown>(faulty, 'any');
  const list = useDrawerList<Sort>('registration', 'asc');
  const input = { ...list.state, ...(kind !== 'any' && { kind }), ...(groupId !== null && { groupId }) };
  const query = useCall('get-faulty-vehicles', input, { enabled: faulty !== null, placeholderData: keepPreviousData });
  const title = t('device-fault.faulty');
  return (
    <ListDrawer
      title={title}
      text={nameOf(t, kind)}
      opened={faulty !== null}
      onClose={() => dashboard.view({ faulty: null })}
      columns={columns(t, kind)}
      {...list}
      query={query}
      report={{
        kind: 'faulty-devices',
        params: {
          ...(groupId !== null && { groupIds: [groupId] }),
          ...(kind !== 'any' && { own: { fault: kind } }),
          search: list.state.search,
          sort: 'vehicle',
          direction: list.state.direction,
        },
      }}
    />
  );
}

const faultsOf = ({ faults }: Faulty, kind: Shown) => faults.filter((fault) => kind === 'any' || fault.kind === kind);

const nameOf = (t: TFunction, kind: Shown) => (kind === 'any' ? t('device-fault.every') : faultName(t, kind));

const columns = (t: TFunction, kind: Shown): Column<Faulty, Sort>[] => [
  vehicleColumn(t, ({ deviceIdentity }) => (
    <Text size="xs" c="dimmed" className="mono">
      {deviceIdentity}
    </Text>
  )),
  {
    key: 'fault',
    label: t('device-fault.what-column'),
    text: true,
    render: (vehicle) => <FaultList faults={faultsOf(vehicle, kind)} label={vehicle.registration} />,
  },
];

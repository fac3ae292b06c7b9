import type { DeviceFaultKind } from '@milepost/contract/device-fault';
import { Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call, type CallOutput } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { FaultList } from '../../../ui/device-fault/fault-list.tsx';
import { faultName, faultWords } from '../../../ui/device-fault/fault-words.ts';
import { ListDrawer } from './list-drawer.tsx';
import type { useDashboardState } from './use-dashboard-state.ts';
import { useDrawerList, useKept } from './use-drawer-list.ts';
import { vehicleCells, vehicleColumn } from './vehicle-column.tsx';

type Faulty = CallOutput<'get-faulty-vehicles'>['rows'][number];
type Sort = 'registration';
/** Of one kind, or of all kinds by vehicle. */
type Shown = DeviceFaultKind | 'any';

/** The vehicles whose device showed a fault, and what it is in words. */
export function FaultyDrawer({ dashboard }: { dashboard: ReturnType<typeof useDashboardState> }) {
  const { t } = useTranslation();
  const { faulty, groupId } = dashboard.state;
  const kind = useKept<Shown>(faulty, 'any');
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
      file={{
        name: 'faulty-devices',
        columns: [
          ...vehicleCells(t),
          { label: t('vehicle-info.device'), value: ({ deviceIdentity }: Faulty) => deviceIdentity },
          { label: nameOf(t, kind), value: (vehicle: Faulty) => wordsOf(t, vehicle, kind).join(' ') },
        ],
        fetchPage: (page, pageSize) => call('get-faulty-vehicles', { ...input, page, pageSize }),
      }}
    />
  );
}

/** What is wrong of this kind, and what to do. */
const wordsOf = (t: TFunction, vehicle: Faulty, kind: Shown): string[] =>
  faultsOf(vehicle, kind).flatMap((fault) => [`${faultName(t, fault.kind)}:`, ...Object.values(faultWords(t, fault))]);

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

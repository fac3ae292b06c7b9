import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { Ago } from '../../../ui/ago.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { ListDrawer } from './list-drawer.tsx';
import type { useDashboardState } from './use-dashboard-state.ts';
import { useDrawerList, useLastValue } from './use-drawer-list.ts';
import { vehicleColumn } from './vehicle-column.tsx';

type Silent = CallOutput<'get-silent-vehicles'>['rows'][number];
type Sort = 'registration' | 'lastHeardAt';

/** The vehicles with a silent device, the longest silence first. */
export function SilentDrawer({ dashboard }: { dashboard: ReturnType<typeof useDashboardState> }) {
  const { t } = useTranslation();
  const { silent, groupId } = dashboard.state;
  const shown = useLastValue<number>(silent, 1);
  const list = useDrawerList<Sort>('lastHeardAt', 'asc');
  const input = { ...list.state, days: shown, ...(groupId !== null && { groupId }) };
  const query = useCall('get-silent-vehicles', input, {
    enabled: silent !== null,
    placeholderData: keepPreviousData,
  });
  const title = t('dashboard.silent.title');
  return (
    <ListDrawer
      title={title}
      text={shown === 0 ? t('dashboard.silent.never') : t('dashboard.silent.for', { count: shown })}
      opened={silent !== null}
      onClose={() => dashboard.view({ silent: null })}
      columns={columns(t)}
      {...list}
      query={query}
      report={{
        kind: 'silent-devices',
        params: {
          ...(groupId !== null && { groupIds: [groupId] }),
          own: { days: shown === 0 ? 'never' : String(shown), never: 'without' },
          search: list.state.search,
          sort: list.state.sort === 'registration' ? 'vehicle' : 'heard',
          direction: list.state.direction,
          columns: ['vehicle', 'group', 'device', 'heard'],
        },
      }}
    />
  );
}

const columns = (t: TFunction): Column<Silent, Sort>[] => [
  vehicleColumn(t),
  {
    key: 'device',
    label: t('vehicle-info.device'),
    render: ({ deviceIdentity }) => <span className="mono">{deviceIdentity}</span>,
  },
  {
    key: 'lastHeardAt',
    label: t('vehicle-info.last-heard'),
    sort: 'lastHeardAt',
    align: 'right',
    render: ({ lastHeardAt }) => <Ago at={lastHeardAt} never={t('vehicle-info.never')} />,
  },
];

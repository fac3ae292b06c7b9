import { Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call, type CallOutput } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { Ago } from '../../../ui/ago.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { ExportMenu } from '../../../ui/data-table/export-menu.tsx';
import { fromQuery } from '../../../ui/data-table/from-query.ts';
import type { TableState } from '../../../ui/data-table/table-state.ts';
import { ListDrawer } from './list-drawer.tsx';
import type { useDashboardState } from './use-dashboard-state.ts';

type Silent = CallOutput<'get-silent-vehicles'>['rows'][number];
type Sort = 'registration' | 'lastHeardAt';

/** The vehicles whose device says nothing, the longest silent first. */
export function SilentDrawer({ dashboard }: { dashboard: ReturnType<typeof useDashboardState> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { silent, groupId } = dashboard.state;
  const [shown, setShown] = useState(1);
  if (silent !== null && silent !== shown) setShown(silent);
  const [table, setTable] = useState<TableState<Sort>>({
    search: '',
    sort: 'lastHeardAt',
    direction: 'asc',
    page: 1,
    pageSize: 50,
  });
  const input = { ...table, days: shown, ...(groupId !== null && { groupId }) };
  const query = useCall('get-silent-vehicles', input, {
    enabled: silent !== null,
    placeholderData: keepPreviousData,
  });
  const title = t('dashboard.silent.title');
  return (
    <ListDrawer
      title={title}
      text={shown === 0 ? t('dashboard.silent.never') : t('dashboard.silent.for', { count: shown })}
      label={title}
      opened={silent !== null}
      onClose={() => dashboard.view({ silent: null })}
      columns={columns(t)}
      state={table}
      onChange={(change) => setTable((current) => ({ ...current, ...change, page: change.page ?? 1 }))}
      onOpen={({ id }) => void navigate(`/vehicle-info/${id}`)}
      {...fromQuery(query)}
      actions={
        <ExportMenu
          name="silent-devices"
          title={title}
          columns={[
            { label: t('vehicle-info.registration'), value: ({ registration }: Silent) => registration },
            { label: t('vehicle-info.group'), value: ({ groupName }: Silent) => groupName },
            { label: t('vehicle-info.device'), value: ({ deviceIdentity }: Silent) => deviceIdentity },
            { label: t('vehicle-info.last-heard'), value: ({ lastHeardAt }: Silent) => lastHeardAt },
          ]}
          fetchPage={(page, pageSize) => call('get-silent-vehicles', { ...input, page, pageSize })}
        />
      }
    />
  );
}

const columns = (t: TFunction): Column<Silent, Sort>[] => [
  {
    key: 'registration',
    label: t('vehicle-info.registration'),
    sort: 'registration',
    render: ({ registration, groupName }) => (
      <>
        <Text span fw={600}>
          {registration}
        </Text>{' '}
        <Text span size="sm" c="dimmed">
          {groupName}
        </Text>
      </>
    ),
  },
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

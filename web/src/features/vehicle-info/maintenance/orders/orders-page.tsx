import { WORK_ORDER_STATES } from '@milepost/contract/maintenance-kinds';
import { Button, Select } from '@mantine/core';
import { IconPlus, IconTool } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../../../api/call.ts';
import { useMay } from '../../../../api/setup.ts';
import { useCall } from '../../../../api/use-call.ts';
import { useTableState } from '../../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../../ui/lazy-part.ts';
import { ListPage } from '../../../../ui/list-page/list-page.tsx';
import { MaintenanceTabs } from '../../../../ui/maintenance/maintenance-tabs.tsx';
import { VehicleFilter } from '../../../../ui/vehicle-filter/vehicle-filter.tsx';
import { DEFAULTS, orderCells, orderColumns } from './order-columns.tsx';
import { WhenUsed } from '../../../../ui/when-used.tsx';

const OrderDrawer = lazyPart(async () => ({ default: (await import('./order-drawer.tsx')).OrderDrawer }));

/** Work orders: open, in progress, and done. */
export default function OrdersPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const [params] = useSearchParams();
  const { open } = useOpenRecord();
  const mayCreate = useMay('maintenance', 'create');
  const state = WORK_ORDER_STATES.find((one) => one === params.get('state'));
  const vehicleId = Number(params.get('vehicle')) || undefined;
  const input = { ...list.state, state, vehicleId };
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
      {t('maintenance.order.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('maintenance.order.title')}
        notice={<MaintenanceTabs />}
        searchLabel={t('maintenance.order.search')}
        list={list}
        columns={orderColumns(t)}
        query={useCall('get-work-order-list', input, { placeholderData: keepPreviousData })}
        onOpen={({ id }) => open(id)}
        filters={
          <>
            <VehicleFilter
              value={vehicleId ?? null}
              onChange={(id) => list.filter({ vehicle: id === null ? null : String(id) })}
            />
            <Select
              aria-label={t('maintenance.state-label')}
              placeholder={t('maintenance.order.all-states')}
              clearable
              w={{ base: 130, sm: 160 }}
              data={WORK_ORDER_STATES.map((one) => ({ value: one, label: t(`maintenance.order.state.${one}`) }))}
              value={state ?? null}
              onChange={(one) => list.filter({ state: one })}
            />
          </>
        }
        filtered={state !== undefined || vehicleId !== undefined}
        file={{
          name: 'work-orders',
          columns: orderCells(t),
          fetchPage: (page, pageSize) => call('get-work-order-list', { ...input, page, pageSize }),
        }}
        actions={addButton}
        empty={{
          Icon: IconTool,
          title: t('maintenance.order.empty'),
          text: t('maintenance.order.empty-text'),
          action: addButton,
        }}
      />
      <WhenUsed>
        <OrderDrawer />
      </WhenUsed>
    </>
  );
}

import type { ServicePlan } from '@milepost/contract/maintenance-operations';
import { Button } from '@mantine/core';
import { IconPlus, IconTool } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/call.ts';
import { useMay } from '../../../../api/setup.ts';
import { useCall } from '../../../../api/use-call.ts';
import { useTableState } from '../../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { ImportButton } from '../../../../ui/import/import-button.tsx';
import { lazyPart } from '../../../../ui/lazy-part.ts';
import { ChosenBar } from '../../../../ui/list-page/chosen-bar.tsx';
import { useChosenRows } from '../../../../ui/list-page/use-chosen-rows.ts';
import { withChoosing } from '../../../../ui/list-page/with-choosing.tsx';
import { ListPage } from '../../../../ui/list-page/list-page.tsx';
import { MaintenanceTabs } from '../../../../ui/maintenance/maintenance-tabs.tsx';
import { DEFAULTS, planCells, planColumns } from './plan-columns.tsx';
import { WhenUsed } from '../../../../ui/when-used.tsx';

const PlanDrawer = lazyPart(async () => ({ default: (await import('./plan-drawer.tsx')).PlanDrawer }));
const PlanBulk = lazyPart(() => import('./plan-bulk.tsx'));

const nameOf = ({ task }: ServicePlan) => task;

/** The service plans, with their vehicles. */
export default function PlansPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { open } = useOpenRecord();
  const mayCreate = useMay('maintenance', 'create');
  const mayChange = useMay('maintenance', 'edit');
  const picks = useChosenRows(nameOf);
  const query = useCall('get-service-plan-list', list.state, { placeholderData: keepPreviousData });
  const addButton = mayCreate && (
    <>
      <ImportButton kind="service-plan" />
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
        {t('maintenance.plan.add')}
      </Button>
    </>
  );
  return (
    <>
      <ListPage
        title={t('maintenance.plan.title')}
        notice={<MaintenanceTabs />}
        searchLabel={t('maintenance.plan.search')}
        list={list}
        columns={mayChange ? withChoosing(t, planColumns(t), picks, query.data?.rows) : planColumns(t)}
        query={query}
        onOpen={({ id }) => open(id)}
        file={{
          name: 'service-plans',
          columns: planCells(t),
          fetchPage: (page, pageSize) => call('get-service-plan-list', { ...list.state, page, pageSize }),
        }}
        actions={addButton}
        empty={{
          Icon: IconTool,
          title: t('maintenance.plan.empty'),
          text: t('maintenance.plan.empty-text'),
          action: addButton,
        }}
      />
      <ChosenBar
        picks={picks}
        rows={query.data?.rows}
        total={query.data?.total ?? 0}
        filter={{ search: list.state.search }}
        Dialog={mayChange ? PlanBulk : undefined}
      />
      <WhenUsed>
        <PlanDrawer />
      </WhenUsed>
    </>
  );
}
